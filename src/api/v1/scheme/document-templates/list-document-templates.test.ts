import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { rows } from '../groups/groups.fixture.ts'

const server = useServer()

it('lists the templates of a namespace and of its applications', async () => {
  const codes = (await rows(server.call, '/pub/v1/scheme/namespaces/docs/doctemplates')).map(({ code }) => code)
  assert.deepEqual(codes, ['letter'])
  assert.deepEqual(await rows(server.call, '/pub/v1/scheme/namespaces/ref/doctemplates'), [])
})

it('refuses an unknown code', async () => {
  assertRefused(
    await server.call('GET', '/pub/v1/scheme/namespaces/reff/doctemplates'),
    404,
    'namespace.not_found',
    /not found/,
  )
})
