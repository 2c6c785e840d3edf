import { accessSync, constants, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Major version of the embedded PostgreSQL, in the form of the file `PG_VERSION`. */
export const embeddedVersion = '18'
const controlBytes = 8192

/**
 * Folders that initdb creates and the server does not create again. The numbers are template1, template0 and postgres.
 */
const folders = [
  ...['base', 'base/1', 'base/4', 'base/5', 'global', 'pg_commit_ts', 'pg_logical', 'pg_logical/mappings'],
  ...['pg_logical/snapshots', 'pg_multixact', 'pg_multixact/members', 'pg_multixact/offsets', 'pg_notify'],
  ...['pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat', 'pg_subtrans', 'pg_tblspc', 'pg_twophase', 'pg_wal'],
  'pg_xact',
]
const files = [
  ...['PG_VERSION', 'postgresql.conf', 'global/pg_control', 'global/pg_filenode.map'],
  ...['1', '4', '5'].flatMap((id) => [`base/${id}/PG_VERSION`, `base/${id}/pg_filenode.map`]),
]

/**
 * Returns whether `folder` holds a database: `none` when the folder does not exist or is empty, `whole` when it has
 * everything that the server needs. Throws an error that says what is wrong and what to do for any other folder. Such a
 * folder must not be written to: the server would take it for an empty one and create a database over the remaining
 * files.
 */
export function inspectFolder(folder: string): 'none' | 'whole' {
  const found = look(folder, folder)
  if (found === undefined) return 'none'
  if (!found.isDirectory()) throw new Error(`${folder} is a file, but must be the folder of the embedded database`)
  assertAccess(folder)
  if (readdirSync(folder).length === 0) return 'none'
  const missing = [
    ...folders.filter((name) => !look(join(folder, name), folder)?.isDirectory()).map((name) => `${name}/`),
    ...files.filter((name) => !look(join(folder, name), folder)?.isFile()),
  ]
  if (missing.length === 0 && !readdirSync(join(folder, 'pg_wal')).some((name) => /^[0-9A-F]{24}$/.test(name)))
    missing.push('the log in pg_wal/')
  if (missing.length > 0) throw notWhole(folder, `${list(missing)} ${missing.length === 1 ? 'is' : 'are'} missing`)
  for (const name of [...folders, ...files]) assertAccess(join(folder, name))
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== embeddedVersion) throw otherVersion(folder, version)
  const { size } = statSync(join(folder, 'global/pg_control'))
  if (size !== controlBytes) throw notWhole(folder, `global/pg_control has ${size} bytes and must have ${controlBytes}`)
  return 'whole'
}

function notWhole(folder: string, fault: string): Error {
  return new Error(
    `the database in ${folder} is incomplete: ${fault}. Nothing was changed. Restore the whole folder from a backup, ` +
      `or move it away to start with an empty database.`,
  )
}

function otherVersion(folder: string, version: string): Error {
  const made = /^\d{1,2}$/.test(version) ? `was made by PostgreSQL ${version}` : 'has an invalid PG_VERSION'
  return new Error(
    `the database in ${folder} ${made}, and this version of Chancery has PostgreSQL ${embeddedVersion}. Nothing was ` +
      'changed. Start the version of Chancery that made it, or move the folder away to start with an empty database.',
  )
}

const list = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`

/** Returns the file information of `path`; undefined when `path` does not exist. Throws when access is denied. */
function look(path: string, folder: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EPERM') throw noAccess(folder, path)
    if (code === 'ENOTDIR' || code === 'ELOOP') return undefined
    throw error
  }
}

function assertAccess(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch {
    throw noAccess(path, path)
  }
}

function noAccess(folder: string, path: string): Error {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid
  const who =
    process.getuid === undefined ? '' : ` (user id ${process.getuid()}; ${basename(folder)} belongs to ${owner})`
  return new Error(
    `the user that runs Chancery may not read and write ${path}${who}. Nothing was changed. Start Chancery as the ` +
      'owner of the folder, or give the folder to this user with chown -R.',
  )
}
