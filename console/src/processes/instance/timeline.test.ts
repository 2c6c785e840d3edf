import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Advance, timeline } from './timeline.ts'

const entered = (element: string, token = 1) => ({ type: 'entered', element, token })
const completed = (element: string, durationMs = 0, token = 1) => ({ type: 'completed', element, token, durationMs })

/** Returns advances as the server lists them, newest first. */
const newestFirst = (...advances: Omit<Advance, 'rev' | 'at'>[]): Advance[] =>
  advances.map((advance, index) => ({ rev: index + 1, at: `2026-11-20T09:0${index}:00Z`, ...advance })).reverse()

const begin = {
  by: 'nadia',
  stimulus: { type: 'start' },
  events: [entered('start'), completed('start'), entered('approve')],
}

describe('the timeline of an instance', () => {
  it('has one step for each stay at an element, oldest first', () => {
    const events = [entered('start'), completed('start'), entered('pay'), completed('pay'), entered('approve')]
    const steps = timeline(newestFirst({ ...begin, events }))
    assert.deepEqual(
      steps.map(({ elementId, state, by }) => [elementId, state, by]),
      [
        ['start', 'done', 'nadia'],
        ['pay', 'done', undefined],
        ['approve', 'active', undefined],
      ],
    )
  })

  it('names who completed a task, on whose behalf, with which exit, and how long it took', () => {
    const task = { by: 'boris', onBehalfOf: 'anna', exit: 'accept', comment: 'fine' }
    const events = [completed('approve', 60_000), entered('archive'), completed('archive')]
    const [, approve, archive] = timeline(
      newestFirst(begin, { by: 'boris', stimulus: { type: 'complete', task }, events }),
    )
    assert.deepEqual(
      { ...approve, key: undefined },
      {
        key: undefined,
        at: '2026-11-20T09:00:00Z',
        elementId: 'approve',
        state: 'done',
        durationMs: 60_000,
        by: 'boris',
        onBehalfOf: 'anna',
        exit: 'accept',
        text: 'fine',
      },
    )
    assert.equal(archive!.by, undefined)
  })

  it('shows an incident at its step until the incident is closed', () => {
    const opened = { type: 'incidentOpened', incident: 'i1', element: 'approve', token: 1, message: 'no answer' }
    const stopped = newestFirst(begin, { by: 'x', stimulus: { type: 'fail' }, events: [opened] })
    assert.deepEqual(
      timeline(stopped).map(({ state, text }) => [state, text]),
      [
        ['done', undefined],
        ['incident', 'no answer'],
      ],
    )
    const retried = {
      by: 'op',
      stimulus: { type: 'retry', comment: 'host is back' },
      events: [{ type: 'incidentClosed', incident: 'i1' }],
    }
    const steps = timeline(newestFirst(begin, { by: 'x', stimulus: { type: 'fail' }, events: [opened] }, retried))
    assert.deepEqual(
      steps.map(({ elementId, act, state, text }) => [elementId ?? act, state, text]),
      [
        ['start', 'done', undefined],
        ['approve', 'active', undefined],
        ['retry', 'done', 'host is back'],
      ],
    )
  })

  it('marks what was done by hand with the changed variables and the reason', () => {
    const events = [{ type: 'variablesChanged', values: { amount: 1 } }]
    const steps = timeline(
      newestFirst(begin, { by: 'op', stimulus: { type: 'setVariables', comment: 'mistyped' }, events }),
    )
    assert.deepEqual(
      [steps.at(-1)!.act, steps.at(-1)!.by, steps.at(-1)!.text],
      ['setVariables', 'op', 'amount · mistyped'],
    )
  })

  it('has the decisions of a step, one for each attempt', () => {
    const decided = (version: number) => {
      const decision = { name: 'rate', version, inputs: {}, tables: [] }
      return { type: 'decided', element: 'approve', token: 1, decision }
    }
    const steps = timeline(
      newestFirst(
        begin,
        { by: 'x', stimulus: { type: 'fail' }, events: [decided(1)] },
        { by: 'x', stimulus: { type: 'complete' }, events: [decided(2), completed('approve')] },
      ),
    )
    assert.deepEqual(
      steps.map(({ state, decisions }) => [state, decisions?.map(({ version }) => version)]),
      [
        ['done', undefined],
        ['done', [1, 2]],
      ],
    )
  })

  it('keeps the stays of a loop apart', () => {
    const again = { by: 'b', stimulus: { type: 'complete' }, events: [completed('approve', 5), entered('approve')] }
    const steps = timeline(newestFirst(begin, again))
    assert.deepEqual(
      steps.map(({ elementId, state }) => [elementId, state]),
      [
        ['start', 'done'],
        ['approve', 'done'],
        ['approve', 'active'],
      ],
    )
  })
})
