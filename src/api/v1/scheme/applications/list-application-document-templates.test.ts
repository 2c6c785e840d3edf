import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { rows } from '../groups/groups.fixture.ts'

const server = useServer()

it('is an empty list, because there are none yet', async () => {
  assert.deepEqual(await rows(server.call, '/pub/v1/scheme/namespaces/ref/apps/contacts/doctemplates'), [])
})

it('refuses an unknown code', async () => {
  assertRefused(
    await server.call('GET', '/pub/v1/scheme/namespaces/ref/apps/contcts/doctemplates'),
    404,
    'application.not_found',
    /not found/,
  )
})
