import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, made, things } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'

const server = useServer()

async function aGranted() {
  const { __id } = await made(server.call, things, { title: `granted ${newId()}` })
  const { id } = await server.user()
  const grants = `/api/v1/elements/all/things/${__id}/grants`
  return { grants, id }
}

it('lists the grants of an element; without any the list is empty', async () => {
  const { grants, id } = await aGranted()
  const subjects = async () => {
    const list = await server.call('GET', grants)
    assertDone(list)
    return list.body.grants.map(({ subject }: Body) => subject)
  }
  assert.deepEqual(await subjects(), [])
  assertDone(await server.call('PUT', `${grants}/${id}`, { rights: ['view'] }))
  assert.deepEqual(await subjects(), [id])
})
