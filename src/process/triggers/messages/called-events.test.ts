import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { sql } from '../../../foundation/db/sql.ts'
import {
  boundary,
  bpmn,
  element,
  end,
  extensions,
  flows,
  loop,
  start,
  timer,
  user,
} from '../../engine/process.fixture.ts'
import { deployMail, instancesOf } from '../starts/starts.fixture.ts'

const catalog = '<message id="m" name="paid"/><signal id="g" name="closed"/>'
const definitions = {
  signal: '<signalEventDefinition signalRef="g"/>',
  message: '<messageEventDefinition messageRef="m"/>',
}
type Kind = keyof typeof definitions

/** When a process sends the event: in the advance in which it ends, or in one before it. */
const whens = {
  at_once: 'when it starts',
  later: 'later',
  before_work: 'before its last work',
  before_pause: 'before it pauses and ends',
} as const
type When = keyof typeof whens
const whenNames = Object.keys(whens) as When[]

/** Returns a process that sends an event and ends. */
const sender = (kind: Kind, when: When): string => {
  const pause = element('intermediateCatchEvent', 'nap', timer('PT0S'))
  const last = element('endEvent', 't', definitions[kind])
  const send = element('intermediateThrowEvent', 't', definitions[kind])
  const parts = {
    at_once: [last, flows('s > t')],
    later: [pause, last, flows('s > nap > t')],
    before_work: [
      send,
      element('scriptTask', 'w', '<script>return {}</script>', 'scriptFormat="javascript"'),
      end(),
      flows('s > t > w > e'),
    ],
    before_pause: [send, pause, end(), flows('s > t > nap > e')],
  }
  return bpmn([start(), ...parts[when]], catalog)
}
/** Returns a process that calls another one. A boundary event of the call leads to `caught`, its end to `after`. */
const caller = (called: string, kind: Kind, isInterrupting: boolean, more = ''): string =>
  bpmn(
    [
      start(),
      element('callActivity', 'c', `${extensions(`<chancery:call process="mail.${called}"/>`)}${more}`),
      boundary('b', 'c', definitions[kind], isInterrupting),
      user('after'),
      user('caught'),
      end(),
      end('e2'),
      flows('s > c > after > e', 'b > caught > e2'),
    ],
    catalog,
  )

const kinds: readonly Kind[] = ['signal', 'message']
const files = Object.fromEntries(
  kinds.flatMap((kind) =>
    whenNames.flatMap((when) => {
      const sending = `${kind}_${when}`
      const twice = loop('<loopCardinality>2</loopCardinality>')
      return [
        [`${sending}.bpmn`, sender(kind, when)],
        [`stop_${sending}.bpmn`, caller(sending, kind, true)],
        [`note_${sending}.bpmn`, caller(sending, kind, false)],
        [`outer_${sending}.bpmn`, caller(`inner_${sending}`, kind, false)],
        [`inner_${sending}.bpmn`, bpmn([start(), ...callOf(sending), end(), flows('s > k > e')], catalog)],
        [`twice_${sending}.bpmn`, caller(sending, kind, false, twice)],
      ]
    }),
  ),
)
function callOf(called: string): string[] {
  return [element('callActivity', 'k', extensions(`<chancery:call process="mail.${called}"/>`))]
}

describe('an event that a called process sends while it ends', () => {
  let started: TestPlatform
  before(async () => {
    started = await startEmptyPlatform()
    const other = bpmn(
      [start(), element('intermediateCatchEvent', 'w', definitions.signal), end(), flows('s > w > e')],
      catalog,
    )
    await deployMail(started.call, { ...files, 'other.bpmn': other })
  })
  after(() => started[Symbol.asyncDispose]())

  /** Starts a process, lets everything follow, and returns the elements at which its instance waits then. */
  async function waitsAfter(code: string): Promise<readonly string[]> {
    const answer = await started.call('POST', `/pub/v1/bpm/template/mail/${code}/run`, { context: {} })
    assertDone(answer)
    const id: string = answer.body.context.__id
    const { reader } = started.platform.database
    for (let round = 0; round < 3_000; round++) {
      const row = await reader.row<{ count: string }>(sql`
        select (select count(*) from process_broadcast) + (select count(*) from process_wait
          where kind in ('thrown', 'stimulus', 'child', 'timer', 'rest')) as count`)
      if (Number(row!.count) === 0) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const rows = await reader.rows<{ element: string }>(
      sql`select element from process_wait where instance = ${id} and kind <> 'taskTimer' order by element`,
    )
    return rows.map((row) => row.element)
  }

  for (const kind of kinds)
    for (const code of whenNames) {
      const sending = `${kind}_${code}`
      const when = whens[code]
      it(`reaches the boundary event of its call as a ${kind} that is sent ${when}`, async () => {
        assert.deepEqual(await waitsAfter(`note_${sending}`), ['after', 'caught'])
        assert.deepEqual(await waitsAfter(`stop_${sending}`), ['caught'])
      })

      it(`reaches the boundary event of an outer call as a ${kind} that is sent ${when}`, async () => {
        assert.deepEqual(await waitsAfter(`outer_${sending}`), ['after', 'caught'])
      })

      it(`reaches the boundary event of several calls once for each ${kind} that is sent ${when}`, async () => {
        assert.deepEqual(await waitsAfter(`twice_${sending}`), ['after', 'caught', 'caught'])
      })
    }

  it('reaches other instances, too', async () => {
    const answer = await started.call('POST', '/pub/v1/bpm/template/mail/other/run', { context: {} })
    assertDone(answer)
    await waitsAfter('note_signal_later')
    const other = (await instancesOf(started, 'other')).find(({ id }) => id === answer.body.context.__id)
    assert.equal(other!.state, 'done')
  })
})
