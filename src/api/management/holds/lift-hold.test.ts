import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { caseWith, useLetterbox } from '../registrations/letters.fixture.ts'

const server = useLetterbox()

it('notes who lifted the hold and why, once', async () => {
  const { id: caseId } = await caseWith(server.call)
  const placed = await server.call('POST', '/api/v1/holds', { caseId, reason: 'a' })
  assertDone(placed)
  const lift = (reason: string) => server.call('POST', `/api/v1/holds/${placed.body.hold.id}/lift`, { reason })
  const answer = await lift('settled')
  assertDone(answer)
  assert.equal(answer.body.hold.liftReason, 'settled')
  const again = await lift('another')
  assertDone(again)
  assert.deepEqual(again.body.hold, answer.body.hold)
  assertRefused(
    await server.call('POST', `/api/v1/holds/${newId()}/lift`, { reason: 'a' }),
    404,
    'hold.not_found',
    /not found/,
  )
})
