import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { rows } from '../groups/groups.fixture.ts'

const server = useServer()

it('lists no groups for an application that has none', async () => {
  assert.deepEqual(await rows(server.call, '/pub/v1/scheme/namespaces/all/apps/parts/groups'), [])
})

it('does not find an unknown application', async () => {
  const answer = await server.call('GET', '/pub/v1/scheme/namespaces/ref/apps/contcts/groups')
  assertRefused(answer, 404, 'application.not_found', /not found/)
})
