import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { applyModules } from '../../../../modules/modules.fixture.ts'

const server = useServer()
const modules = '/pub/v1/scheme/modules'

it('every module is exportable, because it refers to no other definition', async () => {
  await applyModules(server.call, 'packed', { packed_one: 'name: One\n' })
  const { call } = await server.user()
  const answer = await call('GET', `${modules}/packed_one/exportable`)
  assertDone(answer)
  assert.deepEqual([answer.body.exportable, answer.body.reasons], [true, []])
})

it('a module that does not exist is not found', async () => {
  const answer = await server.call('GET', `${modules}/unheard/exportable`)
  assertRefused(answer, 404, 'module.not_found', /"unheard" not found/)
})
