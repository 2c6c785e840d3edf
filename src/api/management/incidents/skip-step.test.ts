import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { versions } from '../moves/moves.fixture.ts'
import { instanceOf, unknownId } from './incidents.fixture.ts'

const server = useServer()
const skip = (id: string, body: object) => server.call('POST', `/api/v1/instances/${id}/skip-step`, body)

it('a step is left as if it had been completed with these values', async () => {
  const process = versions(server.call)
  await process.publish(['a', 'b'], { variables: '<chancery:variable name="note" type="string"/>' })
  const id = await process.start()
  const wrong = await skip(id, { element: 'a', reason: 'x', context: { note: 5, more: 1 } })
  assertRefused(wrong, 400, 'context.invalid', /note/)
  assert.equal(wrong.body.problems.length, 2)
  assertDone(await skip(id, { element: 'a', reason: 'on leave', context: { note: 'by phone' } }))
  const { __state, note } = await instanceOf(server.call, id)
  assert.deepEqual([__state, note], ['wait', 'by phone'])
  assertRefused(await skip(id, { element: 'a', reason: 'x' }), 409, 'instance.step_not_active', /does not wait/)
  assertDone(await skip(id, { element: 'b', reason: 'x' }))
  assertRefused(await skip(id, { element: 'b', reason: 'x' }), 409, 'instance.finished', /already ended/)
})

it('an unknown instance is 404', async () => {
  assertRefused(await skip(unknownId, { element: 'a', reason: 'x' }), 404, 'instance.not_found', /not found/)
})
