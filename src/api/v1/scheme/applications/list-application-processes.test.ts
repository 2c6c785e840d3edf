import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { oneTask, publish } from '../../../../process/definition/templates/templates.fixture.ts'
import { rows } from '../groups/groups.fixture.ts'

const server = useServer()

it('lists the processes of an application only', async () => {
  const list = '/pub/v1/scheme/namespaces/ref/apps/products/processes'
  assert.deepEqual(await rows(server.call, list), [])
  assertDone(await publish(server.call, 'ref.products.price', oneTask()))
  assertDone(await publish(server.call, 'ref.price', oneTask()))
  const found = await rows(server.call, list)
  assert.deepEqual(
    found.map(({ namespace, code }) => [namespace, code]),
    [['ref.products', 'price']],
  )
})

it('refuses an unknown code', async () => {
  assertRefused(
    await server.call('GET', '/pub/v1/scheme/namespaces/ref/apps/contcts/processes'),
    404,
    'application.not_found',
    /not found/,
  )
})
