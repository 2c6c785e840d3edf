import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { applyFiles, filesOf } from '../scheme.fixture.ts'

const server = useServer()

it('returns whether the namespace can be exported, with the reasons against it', async () => {
  await applyFiles(server.call, filesOf('portable', { one: 'name: One\n' }))
  const answer = await server.call('GET', '/pub/v1/scheme/namespaces/portable/exportable')
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
