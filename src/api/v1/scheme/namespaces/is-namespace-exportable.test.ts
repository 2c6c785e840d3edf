import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'

const server = useServer()

it('returns whether the namespace can be exported, with the reasons against it', async () => {
  const answer = await server.call('GET', '/pub/v1/scheme/namespaces/ref/exportable')
  assertDone(answer)
  assert.deepEqual([answer.body.exportable, answer.body.reasons], [true, []])
})

it('refuses an unknown code', async () => {
  assertRefused(
    await server.call('GET', '/pub/v1/scheme/namespaces/reff/exportable'),
    404,
    'namespace.not_found',
    /not found/,
  )
})
