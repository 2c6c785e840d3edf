import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { newId, nilId } from '../../../foundation/kit/ids.ts'
import type { Platform } from '../../../platform/index.ts'

/** Makes a backup and returns it when it has ended. */
export async function madeBackup(call: Call): Promise<Body> {
  const started = await call('POST', '/api/v1/backups')
  assertDone(started)
  for (;;) {
    const answer = await call('GET', `/api/v1/backups/${started.body.backup.id}`)
    assertDone(answer)
    if (!['queued', 'running'].includes(answer.body.backup.state)) return answer.body.backup
    await wait(50)
  }
}

/** Stores a backup of ten bytes, without its archive if `isElsewhere`; or a failed backup when `problem` is given. */
export async function storedBackup(
  server: { running(): { platform: Pick<Platform, 'database'>; dataDir: string } },
  { problem = null, isElsewhere = false }: { problem?: string | null; isElsewhere?: boolean },
): Promise<{ id: string; name: string; path: string }> {
  const { platform, dataDir } = server.running()
  const [id, folder] = [newId(), join(dataDir, 'backups')]
  const name = `${id}.tar`
  const path = join(folder, name)
  await platform.database.single.rows(sql`
    insert into backup (id, name, state, origin, created_at, created_by, ended_at, host, bytes, problem)
    values (${id}, ${name}, ${problem === null ? 'done' : 'failed'}, 'request', now(), ${nilId}, now(), 'host',
      ${problem === null ? 10 : null}, ${problem})`)
  if (problem === null && !isElsewhere) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, 'an archive')
  }
  return { id, name, path }
}
