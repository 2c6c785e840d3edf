import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { type Body, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { publish } from '../../definition/templates/templates.fixture.ts'
import {
  aLetter,
  atRest,
  byElement,
  deployMail,
  eventsRead,
  expectInstances,
  instancesOf,
  startingBy,
} from './starts.fixture.ts'

describe('events of elements', () => {
  let started: TestPlatform
  before(async () => {
    started = await startEmptyPlatform()
    await deployMail(started.call, {
      'created.bpmn': byElement('app="mail.letters" event="created"'),
      'large.bpmn': byElement('app="mail.letters" event="created" condition="amount &gt; 1000"'),
      'amount.bpmn': byElement(
        'app="mail.letters" event="updated" condition="list contains(changed, &quot;amount&quot;) and before.amount = 1"',
      ),
      'deleted.bpmn': byElement('app="mail.letters" event="deleted"'),
      'done.bpmn': startingBy(''),
      'done.yaml': 'startOn: [{application: mail.letters, event: statusChanged, status: done}]\n',
      'broken.bpmn': byElement('app="mail.letters" event="created" condition="amount / subject &gt; 1"'),
    })
  })
  after(() => started[Symbol.asyncDispose]())
  const counts = async (...codes: string[]) => {
    await atRest(started.platform.database.reader)
    return Promise.all(codes.map(async (code) => (await instancesOf(started, code)).length))
  }

  it('start one instance for each matching start event; the element is the item and a variable of the instance', async () => {
    const ann = await aUser(started, { login: 'ann' })
    const id = await aLetter(ann.call, { subject: 'S', amount: 1 })
    const [instance] = await expectInstances(started, 'created', 1)
    assert.deepEqual([instance!.item, instance!.context.letter, instance!.by], [id, [id], ann.id])
    assert.deepEqual(await counts('created', 'large', 'amount', 'deleted', 'done', 'broken'), [1, 0, 0, 0, 0, 0])
    await aLetter(started.call, { amount: 2000 })
    assert.deepEqual(await counts('created', 'large'), [2, 1])
    const path = `/pub/v1/app/mail/letters/${id}`
    assertDone(await started.call('POST', `${path}/update`, { context: { subject: 'T' } }))
    assertDone(await started.call('POST', `${path}/update`, { context: { amount: 5 } }))
    assert.deepEqual(await counts('amount'), [1])
    assertDone(await started.call('POST', `${path}/set-status`, { status: { code: 'done' } }))
    assert.deepEqual(await counts('done', 'amount'), [1, 1])
    assert.deepEqual((await instancesOf(started, 'done'))[0]!.context.letter, [id])
  })

  it('start only the newest published version', async () => {
    assertDone(await publish(started.call, 'mail.again', byElement('app="mail.letters" event="created"')))
    await aLetter(started.call)
    await expectInstances(started, 'again', 1)
    assertDone(await publish(started.call, 'mail.again', byElement('app="mail.letters" event="deleted"')))
    await aLetter(started.call)
    assert.deepEqual(await counts('again'), [1])
  })

  it('that fail to start an instance are shown with the starts of the process, and recorded once in the audit log', async () => {
    const ids = [
      await aLetter(started.call, { subject: 'S', amount: 1 }),
      await aLetter(started.call, { subject: 'T', amount: 2 }),
    ]
    await eventsRead(started.platform.database.reader)
    const { body } = await started.call('GET', '/api/v1/processes/mail/broken/starts')
    const [{ failures, lastFailure }] = body.starts
    assert.ok(failures >= 2)
    const message =
      'the condition "amount / subject > 1" gives null instead of true or false: cannot divide number and string; cannot compare null and number'
    assert.deepEqual([lastFailure.message, lastFailure.item], [message, ids[1]])
    const audit = await started.call('GET', '/api/v1/audit?object=process:mail.broken')
    const refused = audit.body.entries.filter(({ after }: Body) => after?.startRefused !== undefined)
    assert.equal(refused.length, 1)
    assert.match(refused[0].after.startRefused, /^the condition "amount \/ subject > 1" gives null/)
    assertDone(await publish(started.call, 'mail.broken', byElement('app="mail.letters" event="created"')))
    const again = await started.call('GET', '/api/v1/processes/mail/broken/starts')
    assert.deepEqual([again.body.starts[0].failures, again.body.starts[0].lastFailure], [0, null])
  })

  it('are refused at publication when they cannot run', async () => {
    for (const [attributes, message] of [
      [
        'app="mail.letters" event="created" condition="amont &gt; 1000"',
        /condition of chancery:elementEvent on mail.letters: unknown name .*amont.*did you mean .*amount/,
      ],
      [
        'app="mail.letters" event="updated" condition="before.amont = 1 and __statusCode = 2"',
        /unknown name .*amont.* at 1:8; did you mean .*amount/,
      ],
      ['event="created"', /app must be the path of an application/],
      ['app="mail.letters" event="touched"', /event must be created, updated, statusChanged, deleted/],
      ['app="mail.letters" event="created" condition="amount &gt;"', /condition of chancery:elementEvent/],
    ] as const) {
      const answer = await publish(started.call, 'mail.wrong', byElement(attributes))
      assertRefused(answer, 400, 'process.invalid', /./)
      assert.match(JSON.stringify(answer.body), message)
    }
    const both = startingBy(
      '<timerEventDefinition><timeCycle>R/P1D</timeCycle></timerEventDefinition>',
      '<chancery:elementEvent app="mail.letters" event="created"/>',
    )
    assertRefused(await publish(started.call, 'mail.wrong', both), 400, 'process.invalid', /cannot be combined/)
  })
})
