import type { Behaviours } from './behaviour.ts'
import { cancelTokensOf } from './cancel.ts'
import { isCaughtExactly, throwError, throwEscalation } from './catch.ts'
import type { Effect } from './effects.ts'
import type { Environment, LoadedProgram } from './environment.ts'
import { Failure } from './failure.ts'
import { Run, without } from './run.ts'
import { fail, runToRest } from './run-to-rest.ts'
import { letLeave } from './scopes.ts'
import { startInstance } from './start.ts'
import type { OpenWait, State, Token } from './state.ts'
import type { Stimulus } from './stimulus.ts'
import { useWait } from './trigger.ts'
import { write } from './variables.ts'
import { closeWait } from './waits.ts'

/** The result of an advance. `state` and `effects` are written together or not at all. */
export interface Advanced {
  /**
   * `advanced`; `notWaiting` when the wait or incident of the stimulus does not exist any more; `notRunning` when the
   * instance has ended. In the last two cases nothing has changed.
   */
  readonly outcome: 'advanced' | 'notWaiting' | 'notRunning'
  readonly state: State
  readonly effects: readonly Effect[]
}

/** What an advance starts from. `state` is absent for the stimulus `start`. */
export interface AdvanceInput {
  readonly loaded: LoadedProgram
  readonly behaviours: Behaviours
  readonly state?: State
  readonly stimulus: Stimulus
  readonly environment: Environment
}

/**
 * Applies a stimulus to an instance and moves its tokens until each waits or has ended. A pure function: the same
 * input gives the same result. Throws StartRefused when an instance cannot be started.
 */
export function advance({ loaded, behaviours, state, stimulus, environment }: AdvanceInput): Advanced {
  if (stimulus.type === 'start') {
    const run = startInstance(loaded, environment, stimulus)
    return finish(run, behaviours)
  }
  if (state === undefined) throw new Error('only the stimulus "start" works without a state')
  if (state.status !== 'running') return { outcome: 'notRunning', state, effects: [] }
  const run = new Run(loaded, environment, state)
  if (stimulus.type !== 'continue') run.visits = 0
  if (!apply(run, stimulus)) return { outcome: 'notWaiting', state, effects: [] }
  return finish(run, behaviours)
}

function finish(run: Run, behaviours: Behaviours): Advanced {
  runToRest(run, behaviours)
  return { outcome: 'advanced', state: run.toState(), effects: run.effects }
}

/** Applies a stimulus. Returns false when nothing waits for it. */
function apply(run: Run, stimulus: Exclude<Stimulus, { type: 'start' }>): boolean {
  switch (stimulus.type) {
    case 'continue':
      return run.ready.length > 0
    case 'setVariables':
      write(run, {}, stimulus.variables)
      return true
    case 'interrupt':
      interrupt(run)
      return true
    case 'retry':
    case 'skip':
      return resolveIncident(run, stimulus)
    default: {
      const wait = run.waits.get(stimulus.wait)
      if (wait === undefined) return false
      return applyToWait(run, wait, stimulus)
    }
  }
}

/** Applies a stimulus to a wait. Only the work of an activity can fail; for other waits nothing happens. */
function applyToWait(run: Run, wait: OpenWait, stimulus: Extract<Stimulus, { wait: string }>): boolean {
  const token = wait.token === undefined ? undefined : run.tokens.get(wait.token)
  const isOverdue = token !== undefined && isTimeLimit(run, wait, token)
  if (stimulus.type === 'complete' && !isOverdue) {
    useWait(run, wait, stimulus.variables)
    return true
  }
  if (token === undefined || isOverdue !== (stimulus.type === 'complete')) return false
  if (!isOverdue && !isWork(wait, token)) return false
  if (stimulus.type === 'escalate') {
    throwEscalation(run, token, { ...stimulus, type: 'escalation' })
    return true
  }
  if (stimulus.type === 'fail' && isRepeated(token, stimulus)) return false
  try {
    if (stimulus.type === 'fail') failAttempt(run, token, wait, stimulus)
    else if (stimulus.type === 'throwError') {
      closeWait(run, wait, 'used')
      throwError(run, token, { ...stimulus, type: 'error' })
    } else expire(run, token)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    fail(run, token, error, 'enter')
  }
  return true
}

const isWork = (wait: OpenWait, token: Token): boolean =>
  wait.at === token.at && ['task', 'job', 'action', 'delegated', 'child'].includes(wait.kind)

/** Whether a wait is the time limit of a delegated activity. */
const isTimeLimit = (run: Run, wait: OpenWait, token: Token): boolean =>
  wait.kind === 'timer' && wait.at === token.at && run.nodeOf(token).settings.action === 'delegated'

const isRepeated = (token: Token, { attempt }: Extract<Stimulus, { type: 'fail' }>): boolean =>
  attempt !== undefined && attempt !== (token.failures ?? 0) + 1

const defaultAttempts = 3
const defaultDelayMs = 60_000
const maxDelayMs = 24 * 60 * 60_000

/**
 * Postpones a failed job while attempts are left. The wait stays open, so its id is the same in all attempts. After
 * the last attempt a boundary event for SYSTEM.FAILED catches the failure, or nobody.
 */
function failAttempt(run: Run, token: Token, wait: OpenWait, failure: Extract<Stimulus, { type: 'fail' }>): void {
  const { attempts = defaultAttempts, delayMs = defaultDelayMs } = run.nodeOf(token).settings as {
    attempts?: number
    delayMs?: number
  }
  const failures = (token.failures ?? 0) + 1
  if (!failure.isFinal && failures < attempts) {
    run.tokens.set(token.id, { ...token, failures })
    const usualMs = delayMs * 2 ** (failures - 1) * (1 + 0.2 * fractionOf(`${wait.id} ${failures}`))
    const waitMs = Math.min(failure.retryAfterMs ?? usualMs, maxDelayMs)
    const due = new Date(run.environment.now.getTime() + waitMs).toISOString()
    const element = run.nodeOf(token).id
    const { id, kind } = wait
    const { message } = failure
    run.effects.push({ type: 'waitPostponed', wait: id, kind, element, due, attempt: failures + 1, message })
    return
  }
  closeWait(run, wait, 'used')
  failFinally(run, token, failure)
}

/** Ends a delegated activity whose time is over. */
function expire(run: Run, token: Token): void {
  for (const wait of [...run.waits.values()]) {
    if (wait.token === token.id && wait.at === token.at) closeWait(run, wait, 'expired')
  }
  failFinally(run, token, { message: 'the other system did not answer in time' })
}

function failFinally(
  run: Run,
  token: Token,
  { message, kind = 'JOB_NO_RETRIES' }: Pick<Extract<Stimulus, { type: 'fail' }>, 'message' | 'kind'>,
): void {
  if (!isCaughtExactly(run, token, 'SYSTEM.FAILED')) throw new Failure(kind, message)
  throwError(run, token, { type: 'error', code: 'SYSTEM.FAILED', message })
}

/** Returns a number from 0 to 1 that depends on a text only: retries are spread, and the engine stays deterministic. */
function fractionOf(text: string): number {
  let hash = 2_166_136_261
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 16_777_619)
  return (hash >>> 0) / 2 ** 32
}

function resolveIncident(run: Run, stimulus: Extract<Stimulus, { incident: string }>): boolean {
  const token = [...run.tokens.values()].find(({ incident }) => incident?.id === stimulus.incident)
  if (token === undefined) {
    const isOfCondition = [...run.waits.values()].some(({ incident }) => incident === stimulus.incident)
    if (isOfCondition) run.areConditionsStale = true
    return isOfCondition
  }
  run.closeIncident(stimulus.incident, 'resolved')
  if (stimulus.type === 'skip') letLeave(run, token, stimulus.variables)
  else run.put({ ...without(token, 'incident', 'failures'), phase: token.incident?.phase ?? 'enter' })
  return true
}

function interrupt(run: Run): void {
  for (const scope of [...run.scopes.values()]) if (scope.owner === undefined) cancelTokensOf(run, scope)
  run.scopes.clear()
  run.status = 'interrupted'
  run.effects.push({ type: 'instanceEnded', status: 'interrupted', variables: run.variables })
}
