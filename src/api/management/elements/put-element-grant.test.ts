import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused, made, things } from '../../../../test/everything.ts'
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

it('gives a user rights to an element, which are listed with the comment', async () => {
  const { grants, id } = await aGranted()
  assertDone(await server.call('PUT', `${grants}/${id}`, { rights: ['view', 'edit'], comment: 'for a week' }))
  const list = await server.call('GET', grants)
  assertDone(list)
  assert.deepEqual(
    list.body.grants.map(({ subject, rights, comment }: Body) => [subject, [...rights].sort(), comment]),
    [[id, ['edit', 'view'], 'for a week']],
  )
})

it('refuses a subject that does not exist', async () => {
  const { grants } = await aGranted()
  const answer = await server.call('PUT', `${grants}/${newId()}`, { rights: ['view'] })
  assertRefused(answer, 400, 'access.unknown_subject', /./)
})
