import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { instanceOf, unknownId } from '../incidents/incidents.fixture.ts'
import { versions } from './moves.fixture.ts'

const server = useServer()
const move = (id: string, body: object = {}) => server.call('POST', `/api/v1/instances/${id}/move`, body)
const versionOf = async (id: string): Promise<number> => (await instanceOf(server.call, id)).__templateVersion

it('an instance moves to the newest version, once', async () => {
  const process = versions(server.call)
  await process.publish(['a'])
  const id = await process.start()
  await process.publish(['a', 'b'])
  assertDone(await move(id))
  assert.equal(await versionOf(id), 2)
  assertDone(await move(id))
})

it('an instance that cannot move stays as it is, with all reasons', async () => {
  const process = versions(server.call)
  await process.publish(['a'])
  const id = await process.start()
  await process.publish(['b'], { variables: '<chancery:variable name="price" type="string" required="true"/>' })
  const before = await instanceOf(server.call, id)
  const answer = await move(id)
  assertRefused(answer, 400, 'instance.move_refused', /cannot move/)
  assert.deepEqual(answer.body.reasons.map(({ code }: Body) => code).sort(), ['CONTEXT_INVALID', 'ELEMENT_GONE'])
  assert.deepEqual(await instanceOf(server.call, id), before)
})

it('an unknown instance is 404', async () => {
  assertRefused(await move(unknownId), 404, 'instance.not_found', /not found/)
})
