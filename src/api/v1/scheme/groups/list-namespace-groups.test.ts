import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { rows } from './groups.fixture.ts'

const server = useServer()

it('lists the groups of a namespace, including those of a solution', async () => {
  const list = await rows(server.call, '/pub/v1/scheme/namespaces/ref/groups?size=1000')
  assert.ok(list.some(({ code }) => code === 'registrars'))
})

it('does not find an unknown namespace', async () => {
  const answer = await server.call('GET', '/pub/v1/scheme/namespaces/reff/groups')
  assertRefused(answer, 404, 'group.namespace_not_found', /./)
})
