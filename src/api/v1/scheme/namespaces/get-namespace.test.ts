import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'

const server = useServer()

it('returns a namespace with its solution', async () => {
  const answer = await server.call('GET', '/pub/v1/scheme/namespaces/ref')
  assertDone(answer)
  const { code, name, solution, system } = answer.body.namespace
  assert.deepEqual([code, name, solution, system], ['ref', 'Reference data', 'office', false])
})

it('suggests the nearest namespace for an unknown one', async () => {
  const answer = await server.call('GET', '/pub/v1/scheme/namespaces/reff')
  assertRefused(answer, 404, 'namespace.not_found', /did you mean "ref"\?/)
})
