import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { type Body, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import {
  advance,
  aLetter,
  byElement,
  deployMail,
  eventsRead,
  expectInstances,
  instancesOf,
  startingBy,
} from './starts.fixture.ts'

describe('starts from an element and the start limit', () => {
  let started: TestPlatform
  let letter: string
  before(async () => {
    started = await startEmptyPlatform({ TEST_CLOCK: '1' })
    await deployMail(started.call, {
      'offered.bpmn': startingBy(''),
      'offered.yaml': 'startFrom: [mail.letters]\n',
      'kept.bpmn': startingBy(''),
      'kept.yaml': 'startFrom: [mail.letters]\naccess: []\n',
      'limited.bpmn': startingBy(''),
      'limited.yaml': 'startFrom: [mail.letters]\nstartLimit: {starts: 2, period: PT1H}\n',
      'plain.bpmn': startingBy(''),
    })
    letter = await aLetter(started.call)
  })
  after(() => started[Symbol.asyncDispose]())
  const startProcess = (
    process: string,
    more: { call?: TestPlatform['call']; id?: string; headers?: Record<string, string> } = {},
  ) =>
    (more.call ?? started.call)(
      'POST',
      `/api/v1/elements/mail/letters/${more.id ?? letter}/start-process`,
      { process },
      more.headers ?? {},
    )

  it('an offered process starts for the element, once per idempotency key', async () => {
    const headers = { 'idempotency-key': newId() }
    const answer = await startProcess('mail.offered', { headers })
    assertDone(answer)
    const again = await startProcess('mail.offered', { headers })
    assert.equal(again.body.instanceId, answer.body.instanceId)
    const [instance, ...others] = await instancesOf(started, 'offered')
    assert.deepEqual([instance!.item, instance!.context.letter, others], [letter, [letter], []])
  })

  it('only the processes that are offered for the application and that the caller may start are listed and start', async () => {
    const ann = await aUser(started, { login: 'ann' })
    const path = `/api/v1/elements/mail/letters/${letter}/processes`
    const paths = async (call: TestPlatform['call']): Promise<string[]> => {
      const answer = await call('GET', path)
      assertDone(answer)
      return answer.body.processes.map(({ process }: { process: string }) => process)
    }
    assert.deepEqual(await paths(started.call), ['mail.kept', 'mail.limited', 'mail.offered'])
    assert.deepEqual(await paths(ann.call), ['mail.limited', 'mail.offered'])
    assertRefused(await startProcess('mail.kept', { call: ann.call }), 404, 'process.not_found', /not found/)
    assertRefused(await startProcess('mail.plain'), 400, 'process.not_offered', /cannot be started from elements of/)
    assertRefused(await startProcess('mail.unheard'), 404, 'process.not_found', /not found/)
    assertRefused(await startProcess('mail.offered', { id: newId() }), 404, 'element.not_found', /./)
  })

  it('a start beyond the limit is refused with a time to wait', async () => {
    for (const _ of [1, 2]) assertDone(await startProcess('mail.limited'))
    const refused = await startProcess('mail.limited')
    assertRefused(refused, 429, 'process.start_limit', /can be started 2 times in PT1H/)
    assert.ok(refused.body.retryAfter > 3500 && refused.body.retryAfter <= 3600, String(refused.body.retryAfter))
    assert.equal(refused.headers.get('retry-after'), String(refused.body.retryAfter))
    assertRefused(
      await started.call('POST', '/pub/v1/bpm/template/mail/limited/run', { context: {} }),
      429,
      'process.start_limit',
      /./,
    )
    await advance(started, 'PT61M')
    assertDone(await startProcess('mail.limited'))
  })

  it('starts by element events beyond the limit are delayed', async () => {
    await deployMail(started.call, {
      'slow.bpmn': byElement('app="mail.letters" event="created"'),
      'slow.yaml': 'startLimit: {starts: 1, period: PT1H}\n',
      'offered.bpmn': startingBy(''),
      'kept.bpmn': startingBy(''),
      'limited.bpmn': startingBy(''),
      'plain.bpmn': startingBy(''),
    })
    for (const _ of [1, 2, 3]) await aLetter(started.call)
    await expectInstances(started, 'slow', 1)
    await eventsRead(started.platform.database.reader)
    const pending = async (): Promise<unknown[]> => {
      const answer = await started.call('GET', '/api/v1/processes/mail/slow/starts')
      assertDone(answer)
      return answer.body.pending.map(({ elementId, attempts }: Body) => [elementId, attempts])
    }
    const waiting = await pending()
    assert.ok(waiting.length >= 2)
    assert.deepEqual(waiting[0], ['s', 0])
    await advance(started, 'PT61M')
    await expectInstances(started, 'slow', 2)
    await advance(started, 'PT61M')
    await expectInstances(started, 'slow', 3)
  })
})
