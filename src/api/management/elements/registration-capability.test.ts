import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import type { Call } from '../../../../test/platform.ts'
import { aLetter, useLetterbox } from '../registrations/letters.fixture.ts'

const server = useLetterbox()

/** Returns the capability `registration` of the caller in an application of the namespace `letterbox`. */
async function registrationOf(call: Call, path: string): Promise<string> {
  const answer = await call('GET', `/api/v1/elements/letterbox/${path}/capabilities`)
  assertDone(answer)
  return answer.body.registration
}

it('the capabilities tell whether elements are registered, and whether the caller registers them', async () => {
  const [clerk, other] = [await server.user(), await server.user()]
  const groups = await server.call('POST', '/pub/v1/scheme/groups/list', {
    filter: { tf: { namespace: 'letterbox', code: 'clerks' } },
  })
  const { __id: group } = groups.body.result.result[0]
  assertDone(await server.call('POST', `/pub/v1/scheme/groups/${group}/add-items`, [clerk.id]))
  const expected = {
    plain: ['caller', 'caller', 'caller'],
    limited: ['caller', 'caller', 'others'],
    by_process: ['caller', 'others', 'others'],
    switched_off: ['off', 'off', 'off'],
    unregistered: ['none', 'none', 'none'],
  }
  for (const [code, answers] of Object.entries(expected))
    for (const [index, call] of [server.call, clerk.call, other.call].entries())
      assert.equal(await registrationOf(call, code), answers[index], `${code}, caller ${index}`)
  const letter = await aLetter(server.call, {}, 'limited')
  assert.equal(await registrationOf(other.call, `limited/${letter.__id}`), 'others')
})

it('the status of registered elements is offered only to elements that are registered', async () => {
  const letter = await aLetter(server.call, {}, 'strict')
  const answer = await server.call('GET', `/api/v1/elements/letterbox/strict/${letter.__id}/capabilities`)
  assertDone(answer)
  const [, registered] = answer.body.statuses
  const reason = 'an element gets the status "Registered" when it is registered'
  assert.deepEqual(registered, {
    ...{ code: 'registered', isAllowed: false, obstacle: 'registration', reason },
    isReversible: false,
  })
})
