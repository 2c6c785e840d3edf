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
