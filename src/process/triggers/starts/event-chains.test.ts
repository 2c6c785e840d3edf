// Takes long, on PostgreSQL: it runs long chains of processes.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { type Body, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { bpmn, element, end, extensions, flows, start, user } from '../../engine/process.fixture.ts'
import { randomNumbers } from '../../engine/random-processes.fixture.ts'
import { maxHops, maxStartDepth } from './chains.ts'
import { aLetter, atRest, deployMail, instancesOf, type StoredInstance } from './starts.fixture.ts'

const names = ['a', 'b', 'c']
const catalog = names
  .map((name) => `<message id="m${name}" name="${name}"/><signal id="g${name}" name="${name}"/>`)
  .join('')
const message = (name: string): string => `<messageEventDefinition messageRef="m${name}"/>`
const signal = (name: string): string => `<signalEventDefinition signalRef="g${name}"/>`
const thrown = (id: string, event: string): string => element('intermediateThrowEvent', id, event)
const caught = (id: string, event: string): string => element('intermediateCatchEvent', id, event)
const create = element(
  'serviceTask',
  'n',
  extensions(
    '<chancery:action type="element.create" attempts="1"/><chancery:setting name="app" text="mail.letters"/><chancery:input name="subject" value="&quot;next&quot;"/>',
  ),
)
const timer = (text: string): string =>
  `<timerEventDefinition><timeDuration>${text}</timeDuration></timerEventDefinition>`
const elementEvent = extensions('<chancery:elementEvent app="mail.letters" event="created"/>')
const calls = (process: string): string =>
  `<callActivity id="k">${extensions(`<chancery:call process="mail.${process}"/>`)}</callActivity>`

/** Returns a process that begins with a start event and performs elements in their order. */
function line(begin: string, ...parts: readonly string[]): string {
  const ids = parts.map((part) => /id="(\w+)"/.exec(part)![1]!)
  return bpmn([start('s', begin), ...parts, end(), flows(['s', ...ids, 'e'].join(' > '))], catalog)
}

let started: TestPlatform
before(async () => {
  started = await startEmptyPlatform({ TEST_CLOCK: '1' })
  await deployMail(started.call)
  await aLetter(started.call)
})
after(() => started[Symbol.asyncDispose]())

const broadcast = async (name: string): Promise<void> =>
  assertDone(await started.call('POST', '/api/v1/signals', { name }))
const post = async (name: string): Promise<Body> => {
  const answer = await started.call('POST', '/api/v1/messages', { name })
  assertDone(answer)
  return answer.body
}
const countOf = async (code: string): Promise<number> => (await instancesOf(started, code)).length
const lastFailure = async (code: string): Promise<string> => {
  const { body } = await started.call('GET', `/api/v1/processes/mail/${code}/starts`)
  return body.starts[0].lastFailure?.message ?? ''
}

describe('a chain of processes that start each other', () => {
  it('by one signal ends, and the failure is shown with the starts of the process', async () => {
    await deployMail(started.call, { 'bysignal.bpmn': line(signal('a'), thrown('t', signal('a'))) })
    await broadcast('a')
    await atRest(started.platform.database.reader)
    assert.equal(await countOf('bysignal'), maxStartDepth + 1)
    assert.match(
      await lastFailure('bysignal'),
      /a signal does not start a process, because it ends a chain of 10 starts/,
    )
  })

  it('by one message ends', async () => {
    await deployMail(started.call, { 'bymessage.bpmn': line(message('a'), thrown('t', message('a'))) })
    await post('a')
    await atRest(started.platform.database.reader)
    assert.equal(await countOf('bymessage'), maxStartDepth + 1)
    assert.match(await lastFailure('bymessage'), /a message does not start a process, because it ends a chain/)
  })

  it('by a signal, a message, an element event and a call in turn ends', async () => {
    await deployMail(started.call, {
      'one.bpmn': line(signal('a'), thrown('t', message('b'))),
      'two.bpmn': line(message('b'), create),
      'three.bpmn': line(elementEvent, calls('four')),
      'four.bpmn': line('', thrown('t', signal('a'))),
    })
    await broadcast('a')
    await atRest(started.platform.database.reader)
    const starts = (await countOf('one')) + (await countOf('two')) + (await countOf('three'))
    assert.equal(starts, maxStartDepth + 1)
    assert.equal(await countOf('four'), await countOf('three'))
  })

  it('with a timer between the starts ends, too', async () => {
    await deployMail(started.call, {
      'timed.bpmn': line(signal('a'), caught('w', timer('PT1M')), thrown('t', signal('a'))),
    })
    await broadcast('a')
    await atRest(started.platform.database.reader)
    for (let round = 0; round < maxStartDepth + 3; round++) {
      assertDone(await started.call('POST', '/api/v1/clock/advance', { by: 'PT2M' }))
      await atRest(started.platform.database.reader)
    }
    assert.equal(await countOf('timed'), maxStartDepth + 1)
  })

  it('goes on when a person completes a task in each of them', async () => {
    await deployMail(started.call, { 'manned.bpmn': line(signal('a'), user('u'), thrown('t', signal('a'))) })
    await broadcast('a')
    const { reader } = started.platform.database
    for (let round = 0; round < maxStartDepth + 3; round++) {
      await atRest(started.platform.database.reader)
      const open = await reader.row<{ id: string }>(sql`
        select t.id::text from process_task t join process_template p on p.id = t.template
        where p.code = 'manned' and t.ended_at is null`)
      assert.ok(open !== undefined, `round ${round}`)
      assertDone(await started.call('POST', `/api/v1/tasks/${open.id}/complete`, {}))
    }
    await atRest(started.platform.database.reader)
    assert.equal(await countOf('manned'), maxStartDepth + 4)
  })
})

describe('instances that continue each other without end', () => {
  /** Returns a process whose instances wait for an event and throw another one, again and again. */
  const relay = (begin: string, waits: string, throws: string): string =>
    bpmn(
      [
        start('s', begin),
        '<exclusiveGateway id="x"/>',
        caught('w', waits),
        thrown('t', throws),
        end(),
        flows('s > x > w > t > x'),
      ].filter((part) => !part.includes('id="e"')),
      catalog,
    )
  /** Sets the stored numbers of hops, so that a chain soon reaches its maximum length. */
  const almostThere = (hops: number) =>
    started.platform.database.single.rows(sql`update process_start_depth set hops = ${hops} where hops > 0`)

  it('by messages to each other stop, and the audit says why', async () => {
    await deployMail(started.call, {
      'ping.bpmn': relay('', message('a'), message('b')),
      'pong.bpmn': relay('', message('b'), message('a')),
    })
    for (const code of ['ping', 'pong'])
      assertDone(await started.call('POST', `/pub/v1/bpm/template/mail/${code}/run`, { context: {} }))
    await post('a')
    await almostThere(maxHops - 20)
    await atRest(started.platform.database.reader)
    const rows = await started.platform.database.reader.rows<{ after: string }>(
      sql`select after from audit where object like 'instance:%' and after::text like '%reaches nothing%'`,
    )
    assert.equal(rows.length, 1)
    assert.match(rows[0]!.after, /because it ends a chain of 1000 starts, messages and signals/)
    assert.deepEqual(
      [...(await instancesOf(started, 'ping')), ...(await instancesOf(started, 'pong'))].map(({ state }) => state),
      ['wait', 'wait'],
    )
  })

  it('by a waiting instance that starts others stop', async () => {
    await deployMail(started.call, {
      'waiting.bpmn': relay('', signal('a'), signal('b')),
      'begun.bpmn': line(signal('b'), thrown('t', signal('a'))),
    })
    assertDone(await started.call('POST', '/pub/v1/bpm/template/mail/waiting/run', { context: {} }))
    await broadcast('a')
    await almostThere(maxHops - 20)
    await atRest(started.platform.database.reader)
    const count = await countOf('begun')
    assert.ok(count > 0 && count < maxHops, `${count} instances`)
    assert.match(await lastFailure('begun'), /^$|ends a chain of 1000/)
  })
})

describe('random processes that start each other', () => {
  const seed = Number(process.env.SEED ?? 20_261_124)
  const rounds = Number(process.env.CHAINS ?? 2)

  it(`come to rest (SEED=${seed})`, async () => {
    for (let round = 0; round < rounds; round++) {
      const random = randomNumbers(seed + round)
      const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
      const begins = [...names.map(signal), ...names.map(message), elementEvent]
      const parts = () => [thrown('t', one([signal, message])(one(names))), create]
      const files = Object.fromEntries(
        [0, 1].map((index) => [`random${round}_${index}.bpmn`, line(one(begins), one(parts()))]),
      )
      await deployMail(started.call, files)
      for (const name of names) {
        await broadcast(name)
        await post(name)
      }
      await atRest(started.platform.database.reader)
      const found: StoredInstance[] = []
      for (const index of [0, 1]) found.push(...(await instancesOf(started, `random${round}_${index}`)))
      assert.ok(found.length < 6 * 2 ** (maxStartDepth + 1), `SEED=${seed + round}: ${found.length} instances`)
      assert.deepEqual(
        [...new Set(found.map(({ state }) => state))].filter((state) => state !== 'done'),
        [],
      )
    }
  })
})
