import assert from 'node:assert/strict'
import { it } from 'node:test'
import { useServer } from '../../../../test/shared-server.ts'
import { storedBackup } from './backups.fixture.ts'

const server = useServer()

it('lists backups, the newest first, and says that none is scheduled', async () => {
  const [older, newer] = [await storedBackup(server, {}), await storedBackup(server, { problem: 'the disk is full' })]
  const { status, body } = await server.call('GET', '/api/v1/backups')
  assert.deepEqual([status, body.schedule], [200, null])
  const ids = body.backups.map(({ id }: { id: string }) => id)
  assert.ok(ids.indexOf(newer.id) < ids.indexOf(older.id))
  const { state, problem, createdBy, rows } = body.backups[ids.indexOf(newer.id)]
  assert.deepEqual([state, problem, createdBy, rows], ['failed', 'the disk is full', null, null])
})
