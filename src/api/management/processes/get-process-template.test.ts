import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { oneTask, publish } from '../../../process/definition/templates/templates.fixture.ts'

const server = useServer()

it('describes a template', async () => {
  assertDone(await publish(server.call, 'ref.described', oneTask()))
  const answer = await server.call('GET', '/api/v1/processes/ref/described')
  assertDone(answer)
  const { namespace, code, file, process, version, rights } = answer.body.process
  assert.deepEqual([namespace, code, file, process, version], ['ref', 'described', 'described', 'p', 1])
  assert.deepEqual(rights, ['start', 'view', 'message', 'administer'])
  const { call } = await server.user()
  assert.deepEqual((await call('GET', '/api/v1/processes/ref/described')).body.process.rights, ['start', 'view'])
})

it('refuses an unknown process', async () => {
  assertRefused(await server.call('GET', '/api/v1/processes/ref/Described'), 404, 'process.not_found', /not found/)
})
