import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../../../test/database.ts'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { type Body, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { publish } from '../../definition/templates/templates.fixture.ts'
import { bpmn, element, end, extensions, flows, start } from '../../engine/process.fixture.ts'
import { aLetter, deployMail, expectInstances, instancesOf } from '../starts/starts.fixture.ts'
import { deleteBroadcast, insertBroadcast, lockBroadcast } from './messages.store.ts'

const catalog = '<message id="m" name="paid"/><signal id="g" name="closed"/>'
const variables = extensions(
  '<chancery:variable name="letter" type="element" of="mail.letters"/><chancery:variable name="invoice" type="string"/><chancery:variable name="paidOn" type="string"/>',
)
const message = '<messageEventDefinition messageRef="m"/>'
const signal = '<signalEventDefinition signalRef="g"/>'
const waiting = (inside: string): string =>
  bpmn([variables, start(), element('intermediateCatchEvent', 'w', inside), end(), flows('s > w > e')], catalog)
const keyed = `${extensions('<chancery:message key="invoice"/>')}${message}`

describe('messages and signals', () => {
  let started: TestPlatform
  let letter: string
  const offered = 'startFrom: [mail.letters]\n'
  before(async () => {
    started = await startEmptyPlatform()
    await deployMail(started.call, {
      'keyed.bpmn': waiting(keyed),
      'keyed.yaml': offered,
      'any.bpmn': waiting(message),
      'any.yaml': `${offered}access: [{to: [everyone], may: [view]}]\n`,
      'closing.bpmn': waiting(signal),
      'closing.yaml': offered,
    })
    letter = await aLetter(started.call)
  })
  after(() => started[Symbol.asyncDispose]())

  async function run(code: string, context: object = {}): Promise<string> {
    const path = `/api/v1/elements/mail/letters/${letter}/start-process`
    const answer = await started.call('POST', path, { process: `mail.${code}`, context })
    assertDone(answer)
    return answer.body.instanceId
  }
  async function send(input: object, call = started.call, headers = {}): Promise<Body> {
    const answer = await call('POST', '/api/v1/messages', input, headers)
    assertDone(answer)
    return answer.body
  }
  const stateOf = async (code: string, id: string) =>
    (await instancesOf(started, code)).find((instance) => instance.id === id)!

  it('a message reaches the instance with its correlation key, and its context becomes variables', async () => {
    const [one, other] = [await run('keyed', { invoice: 'A' }), await run('keyed', { invoice: 'B' })]
    const sent = await send({ name: 'paid', correlationKey: 'B', context: { paidOn: 'Monday' } })
    assert.deepEqual(sent.instances, [{ instanceId: other, process: 'mail.keyed', outcome: 'continued' }])
    const ended = await stateOf('keyed', other)
    assert.deepEqual([ended.state, ended.context.paidOn], ['done', 'Monday'])
    assert.equal((await stateOf('keyed', one)).state, 'wait')
    assert.equal((await send({ name: 'paid', correlationKey: 'B' })).reached, 0)
    assert.equal((await send({ name: 'paid', correlationKey: 'A' })).reached, 1)
  })

  it('a message reaches one instance of each template, the one that has waited longest', async () => {
    const first = await run('any')
    const second = await run('any')
    const third = await run('keyed', { invoice: 'C' })
    const sent = await send({ name: 'paid', correlationKey: 'C' })
    assert.deepEqual(sent.instances.map(({ instanceId }: Body) => instanceId).sort(), [first, third].sort())
    assert.equal((await stateOf('any', second)).state, 'wait')
    assert.equal((await send({ name: 'paid' })).reached, 1)
  })

  it('ten equal messages at once reach ten different instances', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => run('any')))
    const sent = await Promise.all(ids.map(() => send({ name: 'paid' })))
    const reached = sent.flatMap(({ instances }) => instances.map(({ instanceId }: Body) => instanceId))
    assert.deepEqual(reached.sort(), ids.sort())
  })

  it('a message that nothing waits for is reported and not kept', async () => {
    assert.deepEqual((await send({ name: 'unheard' })).reached, 0)
  })

  it('a message with an idempotency key that is sent again reaches nothing else', async () => {
    await Promise.all([run('any'), run('any')])
    const headers = { 'idempotency-key': newId() }
    const first = await send({ name: 'paid' }, started.call, headers)
    assert.deepEqual((await send({ name: 'paid' }, started.call, headers)).instances, first.instances)
    assert.equal((await send({ name: 'paid' })).reached, 1)
  })

  it('a message reaches only templates that the sender may start', async () => {
    const ann = await aUser(started, { login: 'ann' })
    await run('any')
    const keyed = await run('keyed', { invoice: 'D' })
    const sent = await send({ name: 'paid', correlationKey: 'D' }, ann.call)
    assert.deepEqual(
      sent.instances.map(({ instanceId }: Body) => instanceId),
      [keyed],
    )
    assert.equal((await send({ name: 'paid' })).reached, 1)
  })

  it('a message starts a process when no instance of it waits; wrong values are refused, and nothing happens', async () => {
    const byMessage = bpmn(
      [variables, start('s', message), element('receiveTask', 'w', '', 'messageRef="m"'), end(), flows('s > w > e')],
      catalog,
    )
    assertDone(await publish(started.call, 'mail.begun', byMessage))
    const waitingOne = await run('any')
    const refused = await started.call('POST', '/api/v1/messages', { name: 'paid', context: { paidOn: 7 } })
    assertRefused(refused, 400, 'context.invalid', /./)
    assert.equal((await stateOf('any', waitingOne)).state, 'wait')
    const outcomes = async () =>
      (await send({ name: 'paid', context: { paidOn: 'now' } })).instances.map(
        ({ process, outcome }: Body) => `${process} ${outcome}`,
      )
    assert.deepEqual((await outcomes()).sort(), ['mail.any continued', 'mail.begun started'])
    assert.deepEqual(await outcomes(), ['mail.begun continued'])
    assertDone(await publish(started.call, 'mail.begun', waiting(message)))
  })

  it('a message with a value that an instance does not take is refused, and every instance waits on', async () => {
    const strict = extensions(
      '<chancery:variable name="count" type="integer" required="true"/><chancery:variable name="letter" type="element" of="mail.letters"/>',
    )
    const text = bpmn(
      [strict, start(), element('intermediateCatchEvent', 'w', message), end(), flows('s > w > e')],
      catalog,
    )
    assertDone(await publish(started.call, 'mail.strict', text))
    assertDone(await started.call('POST', '/pub/v1/bpm/template/mail/strict/run', { context: { count: 1 } }))
    const { id } = (await instancesOf(started, 'strict'))[0]!
    for (const [context, sentence] of [
      [{ paidOn: 'x' }, /no variable "paidOn"/],
      [{ count: null }, /required and cannot be cleared/],
      [{ count: 'many' }, /count/],
      [{ cuont: 2 }, /did you mean "count"/],
    ] as const)
      assertRefused(
        await started.call('POST', '/api/v1/messages', { name: 'paid', context }),
        400,
        'context.invalid',
        sentence,
      )
    const other = await run('any')
    const both = await started.call('POST', '/api/v1/messages', { name: 'paid', context: { count: 2 } })
    assertRefused(both, 400, 'context.invalid', /no variable "count"/)
    assert.deepEqual([(await stateOf('strict', id)).state, (await stateOf('any', other)).state], ['wait', 'wait'])
    assert.equal((await send({ name: 'paid' })).reached, 2)
    assert.equal((await stateOf('strict', id)).state, 'done')
  })

  it('a signal of an instance gives the declared values; a wrong one is an incident that a corrected value resolves', async () => {
    const begin = async () => {
      const text = bpmn(
        [
          extensions('<chancery:variable name="count" type="integer"/>'),
          start(),
          element('intermediateCatchEvent', 'w', '<signalEventDefinition signalRef="g"/>'),
          end(),
          flows('s > w > e'),
        ],
        '<signal id="g" name="counted"/>',
      )
      assertDone(await publish(started.call, 'mail.counting', text))
      assertDone(await started.call('POST', '/pub/v1/bpm/template/mail/counting/run', { context: {} }))
      return (await instancesOf(started, 'counting')).at(-1)!.id
    }
    const reach = async (id: string, state: string) => {
      for (let round = 0; round < 3_000 && (await stateOf('counting', id)).state !== state; round++)
        await new Promise((resolve) => setTimeout(resolve, 20))
      return stateOf('counting', id)
    }
    const signalWith = async (value: string) => {
      const inputs = extensions(
        `<chancery:input name="count" value='${value}'/><chancery:input name="other" value="1"/>`,
      )
      const event = `${inputs}<signalEventDefinition signalRef="g"/>`
      const elements = [start(), element('intermediateThrowEvent', 't', event), end(), flows('s > t > e')]
      assertDone(await publish(started.call, 'mail.counter', bpmn(elements, '<signal id="g" name="counted"/>')))
      assertDone(await started.call('POST', '/pub/v1/bpm/template/mail/counter/run', { context: {} }))
    }
    const first = await begin()
    await signalWith('3')
    assert.deepEqual((await reach(first, 'done')).context, { count: 3 })
    const second = await begin()
    await signalWith('"many"')
    assert.equal((await reach(second, 'error')).state, 'error')
    const query = encodeURIComponent(JSON.stringify({ active: true, filter: { tf: { instanceId: second } } }))
    const { body } = await started.call('GET', `/api/v1/incidents?query=${query}`)
    const [incident] = body.result.result
    assert.equal(incident.kind, 'VARIABLE_TYPE_ERROR')
    assertDone(await started.call('POST', `/api/v1/incidents/${incident.__id}/retry`, { context: { count: 4 } }))
    assert.deepEqual((await reach(second, 'done')).context, { count: 4 })
  })

  it('a signal reaches every instance that waits for it, and starts processes', async () => {
    const count = 450
    // Instances are started in groups of 50, because the server refuses requests that it cannot answer in time.
    for (let started = 0; started < count; started += 50)
      await Promise.all(Array.from({ length: 50 }, () => run('closing')))
    const bySignal = bpmn([variables, start('s', signal), end(), flows('s > e')], catalog)
    assertDone(await publish(started.call, 'mail.opened', bySignal))
    const answer = await started.call('POST', '/api/v1/signals', { name: 'closed' })
    assertDone(answer)
    assert.equal(answer.body.reached, count + 1)
    await expectInstances(started, 'opened', 1)
    let left = count
    for (let round = 0; left > 0 && round < 3_000; round++) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      left = (await instancesOf(started, 'closing')).filter(({ state }) => state !== 'done').length
    }
    assert.equal(left, 0)
  })

  it('a signal waits for an earlier one of the same name that another node is delivering', async (test) => {
    await using database = await openTestDatabase()
    if (database.kind === 'embedded') return test.skip('the embedded database has one node')
    const sent = (name: string, second: number) =>
      database.transaction((tx) =>
        insertBroadcast(tx, {
          id: newId(),
          name,
          variables: {},
          by: newId(),
          at: new Date(second * 1000),
          hops: 0,
          waits: null,
        }),
      )
    await sent('closed', 1)
    await sent('closed', 2)
    await sent('other', 3)
    const nameOfNext = () => database.transaction(async (tx) => (await lockBroadcast(tx))?.name)
    const locked = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const otherNode = database.transaction(async (tx) => {
      const first = await lockBroadcast(tx)
      assert.equal(first?.name, 'closed')
      locked.resolve()
      await goOn.promise
      await deleteBroadcast(tx, first.id)
    })
    await locked.promise
    const next = await nameOfNext()
    goOn.resolve()
    await otherNode
    assert.equal(next, 'other')
    assert.equal(await nameOfNext(), 'closed')
  })

  it('messages and signals that an instance sends reach others after its commit', async () => {
    const [one, other] = [await run('any'), await run('closing')]
    const sending = bpmn(
      [
        variables,
        start(),
        element(
          'intermediateThrowEvent',
          'a',
          `${extensions('<chancery:input name="paidOn" value="&quot;Friday&quot;"/>')}${message}`,
        ),
        element('intermediateThrowEvent', 'b', signal),
        end(),
        flows('s > a > b > e'),
      ],
      catalog,
    )
    await deployMail(started.call, {
      'keyed.bpmn': waiting(keyed),
      'keyed.yaml': offered,
      'any.bpmn': waiting(message),
      'any.yaml': `${offered}access: [{to: [everyone], may: [view]}]\n`,
      'closing.bpmn': waiting(signal),
      'closing.yaml': offered,
      'sending.bpmn': sending,
      'sending.yaml': offered,
    })
    await run('sending')
    let states: string[] = []
    for (let round = 0; round < 3_000 && states.join() !== 'done,done'; round++) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      states = [(await stateOf('any', one)).state, (await stateOf('closing', other)).state]
    }
    assert.deepEqual(states, ['done', 'done'])
    assert.equal((await stateOf('any', one)).context.paidOn, 'Friday')
  })
})
