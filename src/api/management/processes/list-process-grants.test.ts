import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { oneTask, publish } from '../../../process/templates/templates.fixture.ts'

const server = useServer()
const grants = '/api/v1/processes/ref/granted_list/grants'

it('lists the grants of a process to those who may administer it', async () => {
  assertDone(await publish(server.call, 'ref.granted_list', oneTask()))
  const { id, call } = await server.user()
  assertRefused(await call('GET', grants), 403, 'process.not_allowed', /you may not administer/)
  assertDone(await server.call('PUT', `${grants}/${id}`, { rights: ['administer'] }))
  const list = await call('GET', grants)
  assertDone(list)
  assert.deepEqual(
    list.body.grants.map(({ subject, rights }: Body) => [subject, rights]),
    [[id, ['administer']]],
  )
})
