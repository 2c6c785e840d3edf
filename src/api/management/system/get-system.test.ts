import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()

it('describes the server: versions, sizes and settings', async () => {
  const answer = await server.call('GET', '/api/v1/system')
  assertDone(answer)
  const { version, startedAt, uptimeMs, nodeVersion, database, files, settings } = answer.body
  assert.match(version, /^\d+\.\d+\.\d+/)
  assert.ok(Date.parse(startedAt) <= Date.now() && uptimeMs >= 0)
  assert.equal(nodeVersion, process.version)
  assert.equal(database.kind, process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded')
  assert.match(database.version, /^\d+/)
  assert.ok(database.bytes > 1_000_000)
  assert.ok(['folder', 's3'].includes(files.store) && files.bytes >= 0)
  assert.equal(settings.find(({ name }: { name: string }) => name === 'LOG_LEVEL').value, 'error')
})
