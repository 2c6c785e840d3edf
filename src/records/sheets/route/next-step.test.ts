import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextStep } from './next-step.ts'
import type { Respondent, RespondentState, Route, Stage } from './route.ts'

type Members = readonly (readonly RespondentState[])[]

/** Returns respondents in these states, stage by stage. The third respondent of the first stage is `0.2`. */
const respondents = (...stages: Members): Respondent[] =>
  stages.flatMap((states, stage) => states.map((state, place) => ({ id: `${stage}.${place}`, stage, state })))

const route = (onRejection: Route['onRejection'], ...stages: Stage[]): Route => ({
  type: 'approval',
  onRejection,
  stages,
})
const parallel: Stage = { mode: 'parallel' }
const sequential: Stage = { mode: 'sequential' }

describe('the next step of a sheet', () => {
  it('asks all respondents of a parallel stage at once, and those of a sequential stage one after another', () => {
    const waiting = respondents(['waiting', 'waiting'])
    assert.deepEqual(nextStep(route('stop', parallel), waiting), { open: ['0.0', '0.1'], cancel: [] })
    assert.deepEqual(nextStep(route('stop', sequential), waiting), { open: ['0.0'], cancel: [] })
    const first = respondents(['pending', 'waiting'])
    assert.deepEqual(nextStep(route('stop', sequential), first), { open: [], cancel: [] })
    const second = respondents(['approved', 'waiting'])
    assert.deepEqual(nextStep(route('stop', sequential), second), { open: ['0.1'], cancel: [] })
  })
  it('stops at the first rejection, and cancels the open answers of all stages', () => {
    const given = respondents(['rejected', 'pending'], ['waiting'])
    assert.deepEqual(nextStep(route('stop', parallel, parallel), given), {
      open: [],
      cancel: ['0.1', '1.0'],
      outcome: 'rejected',
    })
  })
  it('collects all answers of all stages before a sheet is rejected', () => {
    const collect = route('collect', parallel, parallel)
    assert.deepEqual(nextStep(collect, respondents(['rejected', 'pending'], ['waiting'])), { open: [], cancel: [] })
    assert.deepEqual(nextStep(collect, respondents(['rejected', 'approved'], ['waiting'])).open, ['1.0'])
    assert.equal(nextStep(collect, respondents(['rejected', 'approved'], ['approved'])).outcome, 'rejected')
  })
  it('ends a stage with a quorum as soon as the quorum is reached or out of reach', () => {
    const two = route('stop', { mode: 'parallel', quorum: 2 })
    assert.deepEqual(nextStep(two, respondents(['approved', 'approved', 'pending'])), {
      open: [],
      cancel: ['0.2'],
      outcome: 'approved',
    })
    assert.deepEqual(nextStep(two, respondents(['approved', 'rejected', 'pending'])), { open: [], cancel: [] })
    assert.equal(nextStep(two, respondents(['rejected', 'rejected', 'pending'])).outcome, 'rejected')
    const half = route('stop', { mode: 'parallel', quorumPercent: 50 })
    assert.equal(nextStep(half, respondents(['approved', 'approved', 'pending'])).outcome, 'approved')
    assert.equal(nextStep(half, respondents(['approved', 'pending', 'pending'])).outcome, undefined)
  })
  it('ends a stage of the first answer with any answer', () => {
    const first = route('collect', { mode: 'firstAnswer' })
    const approved = nextStep(first, respondents(['pending', 'approvedWithRemarks', 'pending']))
    assert.deepEqual(approved, { open: [], cancel: ['0.0', '0.2'], outcome: 'approvedWithRemarks' })
    assert.equal(nextStep(first, respondents(['rejected', 'pending'])).outcome, 'rejected')
  })
  it('counts those who were skipped as approvals, and leaves out those who delegated or were removed', () => {
    assert.equal(nextStep(route('stop', parallel), respondents(['skipped', 'approved'])).outcome, 'approved')
    assert.equal(
      nextStep(route('stop', parallel), respondents(['delegated', 'removed', 'approved'])).outcome,
      'approved',
    )
    assert.equal(nextStep(route('stop', parallel), respondents(['skipped'], ['skipped'])).outcome, 'approved')
  })
  it('ends a sheet of familiarization when everybody is informed', () => {
    const all: Route = { type: 'familiarization', onRejection: 'stop', stages: [parallel] }
    assert.deepEqual(nextStep(all, respondents(['informed', 'pending'])), { open: [], cancel: [] })
    assert.equal(nextStep(all, respondents(['informed', 'informed'])).outcome, 'informed')
  })
})

describe('every sheet with up to two stages of up to three respondents', () => {
  const rules: Stage[] = [
    parallel,
    sequential,
    { mode: 'firstAnswer' },
    { mode: 'parallel', quorum: 2 },
    { mode: 'sequential', quorum: 1 },
    { mode: 'parallel', quorumPercent: 50 },
    { mode: 'sequential', quorumPercent: 67 },
  ]
  const sizes = [1, 2, 3]
  const stages = rules.flatMap((rule) => sizes.map((size) => ({ rule, size })))
  const routes = [...stages.map((one) => [one]), ...stages.flatMap((one) => stages.map((other) => [one, other]))]
  for (const onRejection of ['stop', 'collect'] as const) {
    it(`ends in the state that all of its answers give, whatever they are, with "${onRejection}"`, () => {
      let played = 0
      for (const given of routes) {
        const rulesOf = route(onRejection, ...given.map(({ rule }) => rule))
        played += play(rulesOf, respondents(...given.map(({ size }) => Array(size).fill('waiting'))))
      }
      assert.ok(played > 10_000, String(played))
    })
  }
})

/** Plays a sheet with all answers in all orders. Returns the number of plays. */
function play(rules: Route, before: readonly Respondent[]): number {
  const step = nextStep(rules, before)
  const after = before.map((one): Respondent => {
    if (step.open.includes(one.id)) return { ...one, state: 'pending' }
    return step.cancel.includes(one.id) ? { ...one, state: 'cancelled' } : one
  })
  for (const id of [...step.open, ...step.cancel])
    assert.ok(['waiting', 'pending'].includes(before.find((one) => one.id === id)!.state), id)
  const pending = after.filter(({ state }) => state === 'pending')
  if (step.outcome !== undefined) {
    assert.equal(after.filter(({ state }) => state === 'waiting' || state === 'pending').length, 0)
    assert.equal(step.outcome, expectedOutcome(rules, before))
    return 1
  }
  assert.ok(pending.length > 0, 'nobody is asked, but the sheet has not ended')
  assert.equal(new Set(pending.map(({ stage }) => stage)).size, 1, 'two stages are open at a time')
  const { stage } = pending[0]!
  assert.equal(isCertain(rules, stage, after), false, 'respondents are asked although the result is certain')
  assert.deepEqual(nextStep(rules, after), { open: [], cancel: [] }, 'a step that was taken is taken again')
  return pending.reduce((sum, { id }) => {
    const answered = (state: RespondentState) => after.map((one) => (one.id === id ? { ...one, state } : one))
    return sum + play(rules, answered('approved')) + play(rules, answered('rejected'))
  }, 0)
}

/** The result of a stage whose respondents have all answered, as the page docs/approval.md states it. */
function finalResult({ mode, quorum, quorumPercent }: Stage, states: readonly RespondentState[]): boolean {
  const approved = states.filter((state) => state === 'approved').length
  if (mode === 'firstAnswer') return approved > 0
  if (quorum !== undefined) return approved >= Math.min(quorum, states.length)
  if (quorumPercent !== undefined) return approved * 100 >= states.length * quorumPercent
  return approved === states.length
}

/** Whether no answer to a stage can change its result. With `collect`, only the last answer makes it certain. */
function isCertain({ stages, onRejection }: Route, index: number, all: readonly Respondent[]): boolean {
  const states = all.filter(({ stage }) => stage === index).map(({ state }) => state)
  const isOpen = (state: RespondentState): boolean => state === 'waiting' || state === 'pending'
  const stage = stages[index]!
  if (stage.mode === 'firstAnswer') return states.some((state) => state === 'approved' || state === 'rejected')
  if (onRejection === 'collect') return !states.some(isOpen)
  const results = new Set<boolean>()
  const fill = (rest: readonly RespondentState[]): void => {
    const place = rest.findIndex(isOpen)
    if (place < 0) return void results.add(finalResult(stage, rest))
    for (const state of ['approved', 'rejected'] as const) fill(rest.with(place, state))
  }
  fill(states)
  return results.size === 1
}

/** The outcome of a sheet: rejected when a stage that was opened is rejected. */
function expectedOutcome(rules: Route, all: readonly Respondent[]): string {
  const { stages } = rules
  for (const index of stages.keys()) {
    const states = all.filter(({ stage }) => stage === index).map(({ state }) => state)
    // After a rejection of an earlier stage with "stop", nobody of this stage has answered.
    if (!states.some((state) => state === 'approved' || state === 'rejected')) continue
    const open = states.map((state) => (state === 'waiting' || state === 'pending' ? 'rejected' : state))
    const isApproved = finalResult(stages[index]!, open)
    if (!isApproved) return 'rejected'
  }
  return 'approved'
}
