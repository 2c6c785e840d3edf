import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { oneTask, publish } from '../../../process/definition/templates/templates.fixture.ts'

const server = useServer()

const grantsOfList = '/api/v1/processes/ref/granted_list/grants'

it('lists the grants of a process to those who may administer it', async () => {
  assertDone(await publish(server.call, 'ref.granted_list', oneTask()))
  const { id, call } = await server.user()
  assertRefused(await call('GET', grantsOfList), 403, 'process.not_allowed', /you lack the right "administer"/)
  assertDone(await server.call('PUT', `${grantsOfList}/${id}`, { rights: ['administer'] }))
  const list = await call('GET', grantsOfList)
  assertDone(list)
  assert.deepEqual(
    list.body.grants.map(({ subject, rights }: Body) => [subject, rights]),
    [[id, ['administer']]],
  )
})

const path = '/api/v1/processes/ref/granted_put'

it('gives a user the right to administer, who can pass it on', async () => {
  assertDone(await publish(server.call, 'ref.granted_put', oneTask()))
  const [one, other] = [await server.user(), await server.user()]
  assertDone(await server.call('PUT', `${path}/grants/${one.id}`, { rights: ['administer'], comment: 'for May' }))
  assert.deepEqual((await one.call('GET', path)).body.process.rights, ['start', 'view', 'message', 'administer'])
  assertDone(await one.call('PUT', `${path}/grants/${other.id}`, { rights: ['view'] }))
  assertRefused(
    await other.call('PUT', `${path}/grants/${one.id}`, { rights: ['view'] }),
    403,
    'process.not_allowed',
    /./,
  )
})

it('refuses an unknown user, an unknown right and an unknown process', async () => {
  const answer = await server.call('PUT', `${path}/grants/${newId()}`, { rights: ['view'] })
  assertRefused(answer, 400, 'access.unknown_subject', /./)
  const { id } = await server.user()
  assertRefused(await server.call('PUT', `${path}/grants/${id}`, { rights: ['act'] }), 400, 'input.wrong', /./)
  const missing = await server.call('PUT', `/api/v1/processes/ref/no/grants/${id}`, { rights: ['view'] })
  assertRefused(missing, 404, 'process.not_found', /./)
})

it('revokes a grant, once', async () => {
  assertDone(await publish(server.call, 'ref.granted_delete', oneTask()))
  const { id, call } = await server.user()
  const grants = '/api/v1/processes/ref/granted_delete/grants'
  assertDone(await server.call('PUT', `${grants}/${id}`, { rights: ['administer'] }))
  assertDone(await call('GET', grants))
  assertDone(await server.call('DELETE', `${grants}/${id}`))
  assertRefused(await call('GET', grants), 403, 'process.not_allowed', /./)
  assertRefused(await server.call('DELETE', `${grants}/${id}`), 404, 'access.grant_not_found', /./)
})
