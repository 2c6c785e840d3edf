import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from '../../../src/foundation/db/sql.ts'
import { newId } from '../../../src/foundation/kit/ids.ts'
import { type Make, missingId } from './scene.ts'

/** Stores a completed backup with an archive. Making a real one for each call would take minutes. */
export const backup: Make = async ({ platform, dataDir }, { id: userId }, state) => {
  if (state === 'missing') return { id: missingId }
  const id = newId()
  await mkdir(join(dataDir, 'backups'), { recursive: true })
  writeFileSync(join(dataDir, 'backups', `${id}.tar`), 'an archive')
  await platform.database.single.rows(sql`
    insert into backup (id, name, state, origin, created_at, created_by, ended_at, host, bytes)
    values (${id}, ${`${id}.tar`}, 'done', 'request', now(), ${userId}, now(), 'host', 10)`)
  return { id }
}

/** Stores an export of removed instances with its bytes. */
export const retentionExport: Make = async ({ platform, dataDir }, _user, state) => {
  if (state === 'missing') return { id: missingId }
  const id = newId()
  const content = `export ${id}`
  const sha256 = createHash('sha256').update(content).digest()
  const name = sha256.toString('hex')
  const folder = join(dataDir, 'files', 'bytes', name.slice(0, 2))
  await mkdir(folder, { recursive: true })
  writeFileSync(join(folder, name), content)
  await platform.database.single.rows(sql`
    insert into retention_export (id, run, kind, keep_days, units, lines, first, last, sha256, bytes, created_at)
    values (${id}, ${id}, 'batches', 30, 1, 1, ${id}, ${id}, ${sha256}, ${content.length}, now())`)
  return { id }
}
