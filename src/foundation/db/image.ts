import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Tx } from './database.ts'
import type { Migration } from './migrate.ts'
import { sql } from './sql.ts'

// An image is a file with the folder of an embedded database to which all migrations were applied and that holds
// nothing else. Unpacking it takes a tenth of the time that creating the database takes.

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** The folder of the images of a checkout; `npm ci` and `npm run bundle` write them. */
export const imagesFolder = join(root, '.cache', 'database')
/** The folder of the npm package with the bundle; `npm pack` writes the image beside it. */
export const packagedImageFolder = join(root, 'lib')

/** Time at which an image is made, by a stopped clock, so that two images of the same migrations have equal bytes. */
export const imageTime = '2000-01-01T00:00:00Z'
/** Version of the file format and of the settings with which the database is created. */
const imageVersion = 1

/** Returns the file name of the image with these migrations for the present version of the embedded database. */
export function imageName(migrations: readonly Migration[]): string {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const parts = [imageVersion, dependencies['@electric-sql/pglite'], ...migrations.map((one) => one.name + one.sha256)]
  return `database-${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)}.image`
}

/**
 * Returns the path of the image with these migrations; undefined when there is none, or when other users could have
 * written it. An image may contain functions, which the database runs.
 */
export function findImage(migrations: readonly Migration[]): string | undefined {
  const name = imageName(migrations)
  return [imagesFolder, packagedImageFolder].map((folder) => join(folder, name)).find(isTrusted)
}

/** Returns whether a file exists, and only its owner, this user or the owner of the program, may write to it. */
function isTrusted(path: string): boolean {
  try {
    return [path, dirname(path)].every((each) => {
      const found = statSync(each)
      if (process.getuid === undefined) return true
      return (found.uid === process.getuid() || found.uid === statSync(root).uid) && (found.mode & 0o022) === 0
    })
  } catch {
    // The image is missing, or this user may not read its folder.
    return false
  }
}

/**
 * Replaces the time of the image by the present time in the rows that the migrations have created. Does nothing in a
 * database that was not made from an image, or whose times were replaced before.
 */
export async function replaceImageTime(tx: Tx): Promise<void> {
  const isNew = sql`exists (select from migration where applied_at = ${imageTime}::timestamptz)`
  await tx.rows(sql`
    with migrations as (update migration set applied_at = now() where applied_at = ${imageTime}::timestamptz),
    groups as (update user_group set created_at = now(), updated_at = now() where ${isNew})
    update directory set created_at = now(), updated_at = now() where ${isNew}`)
}
