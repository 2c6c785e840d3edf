import type { Respondent, Route, SheetState } from './route.ts'
import { isAwaited, stageResult } from './stage-result.ts'

/** The next step of a sheet, derived from its present answers. */
export interface NextStep {
  /** Respondents whose turn it is now. */
  readonly open: readonly string[]
  /** Respondents whose answers are no longer needed. */
  readonly cancel: readonly string[]
  /** The final state of the sheet; undefined while the sheet waits for answers. */
  readonly outcome?: Exclude<SheetState, 'inProgress' | 'cancelled'>
}

/**
 * Returns the next step of a sheet: whose turn it is, whose answers are no longer needed, and how the sheet ends.
 * `respondents` are in the order of their places. The result depends only on the present answers, so the function is
 * idempotent.
 */
export function nextStep(route: Route, respondents: readonly Respondent[]): NextStep {
  const cancel: string[] = []
  let isRejected = false
  for (const [index, stage] of route.stages.entries()) {
    const members = respondents.filter((one) => one.stage === index)
    const result = stageResult(stage, members, route.onRejection)
    const awaited = members.filter(isAwaited).map(({ id }) => id)
    if (result === 'undecided') return { open: turnsIn(stage.mode, members), cancel }
    cancel.push(...awaited)
    if (result === 'approved') continue
    isRejected = true
    if (route.onRejection === 'stop') break
  }
  const left = isRejected && route.onRejection === 'stop' ? respondents.filter(isAwaited).map(({ id }) => id) : []
  return { open: [], cancel: [...new Set([...cancel, ...left])], outcome: outcomeOf(route, respondents, isRejected) }
}

/** Returns the respondents of a stage who wait although it is their turn. */
function turnsIn(mode: Route['stages'][number]['mode'], members: readonly Respondent[]): readonly string[] {
  const waiting = members.filter(({ state }) => state === 'waiting').map(({ id }) => id)
  if (mode !== 'sequential') return waiting
  return members.some(({ state }) => state === 'pending') ? [] : waiting.slice(0, 1)
}

function outcomeOf(
  { type }: Route,
  respondents: readonly Respondent[],
  isRejected: boolean,
): NonNullable<NextStep['outcome']> {
  if (type === 'familiarization') return 'informed'
  if (isRejected) return 'rejected'
  return respondents.some(({ state }) => state === 'approvedWithRemarks') ? 'approvedWithRemarks' : 'approved'
}
