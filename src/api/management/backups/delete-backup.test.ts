import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { storedBackup } from './backups.fixture.ts'

const server = useServer()

it('deletes a backup with its archive', async () => {
  const { id, path } = await storedBackup(server, {})
  assert.ok(existsSync(path))
  assertDone(await server.call('DELETE', `/api/v1/backups/${id}`))
  assert.equal(existsSync(path), false)
  assertRefused(await server.call('DELETE', `/api/v1/backups/${id}`), 404, 'backup.not_found', /not found/)
})
