import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { rows } from '../groups/groups.fixture.ts'

const server = useServer()

it('lists the applications of a namespace', async () => {
  const list = await rows(server.call, '/pub/v1/scheme/namespaces/ref/apps')
  assert.deepEqual(list.map(({ code }) => code).sort(), ['contacts', 'counterparties', 'products'])
})

it('does not find an unknown namespace', async () => {
  const answer = await server.call('GET', '/pub/v1/scheme/namespaces/reff/apps')
  assertRefused(answer, 404, 'namespace.not_found', /not found/)
})
