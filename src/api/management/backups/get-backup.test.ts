import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { storedBackup } from './backups.fixture.ts'

const server = useServer()

it('returns the state of a backup', async () => {
  const { id, name } = await storedBackup(server, {})
  const { body } = await server.call('GET', `/api/v1/backups/${id}`)
  assert.deepEqual([body.backup.name, body.backup.state, body.backup.bytes], [name, 'done', 10])
})

it('refuses an unknown backup', async () => {
  assertRefused(await server.call('GET', `/api/v1/backups/${newId()}`), 404, 'backup.not_found', /not found/)
})
