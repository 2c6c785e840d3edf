import { cancelTokensOf } from './cancel.ts'
import { isCaughtExactly, throwError, throwEscalation } from './catch.ts'
import type { Effect } from './effects.ts'
import type { Environment, LoadedProgram } from './environment.ts'
import { Failure } from './failure.ts'
import { isJoining } from './joins.ts'
import { repeatOrSkip, resolveIncidentOfWait } from './manual-steps.ts'
import type { Behaviours } from './run.ts'
import { Run, without } from './run.ts'
import { fail, runToRest } from './run-to-rest.ts'
import { letLeave } from './scopes.ts'
import { startInstance } from './start.ts'
import type { OpenWait, State, Token, Variables } from './state.ts'
import type { Stimulus } from './stimulus.ts'
import { useWait } from './trigger.ts'
import { assign } from './variables.ts'
import { closeWait } from './waits.ts'
import { compareResult, outdatedMessage } from './work/reads.ts'

/** The result of an advance. The caller writes `state` and `effects` in one transaction. */
export interface Advanced {
  /**
   * `advanced`; `notWaiting` when the wait or incident of the stimulus no longer exists; `notRunning` when the
   * instance has ended; `outdated` when the result would overwrite changes that its activity has not seen. Only
   * `advanced` changes anything.
   */
  readonly outcome: 'advanced' | 'notWaiting' | 'notRunning' | 'outdated'
  /** Variables for which an outdated result would overwrite changes. */
  readonly outdated?: readonly string[]
  readonly state: State
  readonly effects: readonly Effect[]
}

/** The input of an advance. `state` is absent for the stimulus `start`. */
export interface AdvanceInput {
  readonly loaded: LoadedProgram
  readonly behaviours: Behaviours
  readonly state?: State
  readonly stimulus: Stimulus
  readonly environment: Environment
  /**
   * Whether the stimulus comes from the platform, such as the result of a script. The count of visits then continues.
   */
  readonly isAutomatic?: boolean
}

/**
 * Applies a stimulus to an instance and moves its tokens until each waits or has ended, or until a limit is reached.
 * Changes neither `state` nor anything outside; the caller stores the result. Throws StartRefused when an instance
 * cannot be started.
 */
export function advance(input: AdvanceInput): Advanced {
  const { loaded, behaviours, state, stimulus, environment, isAutomatic } = input
  if (stimulus.type === 'start') {
    const run = startInstance(loaded, environment, stimulus)
    return finish(run, behaviours)
  }
  if (state === undefined) throw new Error('only the stimulus "start" works without a state')
  if (state.status !== 'running') return { outcome: 'notRunning', state, effects: [] }
  const run = new Run(loaded, environment, state)
  if (stimulus.type !== 'continue' && isAutomatic !== true) run.visits = 0
  const outdated = outdatedBy(run, stimulus)
  if (outdated.length > 0) return { outcome: 'outdated', state, effects: [], outdated }
  if (!apply(run, behaviours, stimulus)) return { outcome: 'notWaiting', state, effects: [] }
  return finish(run, behaviours)
}

function finish(run: Run, behaviours: Behaviours): Advanced {
  runToRest(run, behaviours)
  return { outcome: 'advanced', state: run.toState(), effects: run.effects }
}

/** Applies a stimulus. Returns false when the instance does not wait for the stimulus. */
function apply(run: Run, behaviours: Behaviours, stimulus: Exclude<Stimulus, { type: 'start' }>): boolean {
  switch (stimulus.type) {
    case 'continue':
      return run.ready.length > 0
    case 'resume':
      resume(run, behaviours)
      return true
    case 'setVariables':
      assign(run, {}, stimulus.variables)
      dropResults(run, Object.keys(stimulus.variables))
      return true
    case 'interrupt':
      interrupt(run)
      return true
    case 'restartStep':
    case 'skipStep':
      return repeatOrSkip(run, behaviours, stimulus)
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

/**
 * Removes changed variables from results without output mappings that could not be written, because a retry would
 * overwrite the changes.
 */
function dropResults(run: Run, names: readonly string[]): void {
  for (const token of [...run.tokens.values()]) {
    if (token.incident === undefined || token.result === undefined || run.nodeOf(token).outputs.length > 0) continue
    const left = Object.entries(token.result).filter(([name]) => !names.includes(name))
    run.tokens.set(token.id, { ...token, result: Object.fromEntries(left) })
  }
}

/** Lets the tokens that wait at joins arrive again. */
function resume(run: Run, behaviours: Behaviours): void {
  run.areConditionsStale = true
  for (const token of [...run.tokens.values()])
    if (isJoining(run, behaviours, token)) run.put({ ...token, phase: 'enter' })
}

/**
 * Applies a stimulus to a wait. A failure, an error or an escalation is ignored if the wait is not for the work of an
 * activity.
 */
function applyToWait(run: Run, wait: OpenWait, stimulus: Extract<Stimulus, { wait: string }>): boolean {
  if ('attempt' in stimulus && stimulus.attempt !== attemptOf(run, wait)) return false
  if (stimulus.type === 'complete') {
    complete(run, wait, stimulus)
    return true
  }
  const token = wait.token === undefined ? undefined : run.tokens.get(wait.token)
  if (token === undefined || !isWork(wait, token)) return false
  if (stimulus.type === 'escalate') {
    throwEscalation(run, token, { ...stimulus, type: 'escalation' })
    return true
  }
  closeWait(run, wait, 'used')
  try {
    if (stimulus.type === 'throwError')
      throwError(run, token, { ...withoutUnchanged(run, wait, stimulus), type: 'error' })
    else failAttempt(run, token, wait, stimulus)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    fail(run, token, error, 'enter')
  }
  return true
}

type Complete = Extract<Stimulus, { type: 'complete' }>

/**
 * Returns the variables for which a result is outdated. The caller lets the activity run again, or shows the present
 * values to the person. A called instance cannot run again; `complete` opens an incident for it.
 */
function outdatedBy(run: Run, stimulus: Exclude<Stimulus, { type: 'start' }>): readonly string[] {
  if (stimulus.type !== 'complete') return []
  const wait = run.waits.get(stimulus.wait)
  if (wait === undefined || wait.kind === 'child') return []
  if (stimulus.attempt !== undefined && stimulus.attempt !== attemptOf(run, wait)) return []
  return compareResult(run, wait, stimulus.variables, stimulus.seen).outdated
}

function complete(run: Run, wait: OpenWait, { variables, seen }: Complete): void {
  const { result, outdated } = compareResult(run, wait, variables, seen)
  useWait(run, wait, result)
  if (outdated.length === 0) return
  const instead = 'of the called process would overwrite the change; set the values and retry, or add output mappings'
  fail(run, run.tokens.get(wait.token!)!, new Failure('IO_MAPPING_ERROR', outdatedMessage(outdated, instead)), 'leave')
}

/**
 * Removes those values of an error that are still as the activity read them. Warns about other values that overwrite
 * a change.
 */
function withoutUnchanged<T extends { readonly variables?: Variables }>(run: Run, wait: OpenWait, thrown: T): T {
  if (thrown.variables === undefined) return thrown
  const { result, outdated } = compareResult(run, wait, thrown.variables)
  if (outdated.length > 0)
    run.warn(
      outdated.join(', '),
      [outdatedMessage(outdated, 'has overwritten the change')],
      run.program.nodes[wait.at]!.id,
    )
  return { ...thrown, variables: result }
}

const attemptOf = (run: Run, { token }: OpenWait): number =>
  1 + ((token === undefined ? undefined : run.tokens.get(token)?.failures) ?? 0)

const isWork = (wait: OpenWait, token: Token): boolean =>
  wait.at === token.at && ['task', 'job', 'action', 'delegated', 'sheet', 'child'].includes(wait.kind)

/** Maximum length of the reason of a failed attempt that the state keeps. */
const maxFailureChars = 500
const defaultAttempts = 3
const defaultDelayMs = 60_000
/**
 * Maximum random extension of the delay of a retry, as a part of the delay. Spreads the retries of many failed jobs.
 */
const maxJitter = 0.2

/**
 * Repeats failed work while attempts are left. A final failure is thrown as the error SYSTEM.FAILED if an event
 * catches exactly this code, or else throws Failure. A final fault of the platform always throws Failure.
 */
function failAttempt(
  run: Run,
  token: Token,
  wait: OpenWait,
  { message, isFinal, retryAfterMs, kind = 'JOB_NO_RETRIES' }: Extract<Stimulus, { type: 'fail' }>,
): void {
  const { attempts = defaultAttempts, delayMs = defaultDelayMs } = run.nodeOf(token).settings as {
    attempts?: number
    delayMs?: number
  }
  const failures = (token.failures ?? 0) + 1
  if (!isFinal && failures < attempts) {
    const spread = 1 + maxJitter * (run.environment.jitter?.() ?? 0)
    const waitMs = retryAfterMs ?? delayMs * 2 ** (failures - 1) * spread
    const notBefore = new Date(run.environment.now.getTime() + waitMs).toISOString()
    const failure = message.slice(0, maxFailureChars)
    run.put({ ...token, failures, notBefore, failure, work: wait.id, phase: 'enter' })
    return
  }
  run.tokens.set(token.id, { ...run.tokens.get(token.id)!, work: wait.id })
  if (kind === 'PLATFORM_ERROR' || !isCaughtExactly(run, token, 'SYSTEM.FAILED')) throw new Failure(kind, message)
  throwError(run, token, { type: 'error', code: 'SYSTEM.FAILED', message })
}

function resolveIncident(run: Run, stimulus: Extract<Stimulus, { incident: string }>): boolean {
  const token = [...run.tokens.values()].find(({ incident }) => incident?.id === stimulus.incident)
  if (token === undefined) {
    return resolveIncidentOfWait(run, stimulus)
  }
  run.closeIncident(stimulus.incident, 'resolved')
  if (stimulus.type === 'skip') letLeave(run, token, stimulus.variables, stimulus.flow)
  else
    run.put({
      ...without(token, 'incident', 'failures', 'notBefore', 'failure'),
      phase: token.incident?.phase ?? 'enter',
    })
  return true
}

function interrupt(run: Run): void {
  for (const scope of [...run.scopes.values()]) if (scope.owner === undefined) cancelTokensOf(run, scope)
  run.scopes.clear()
  run.status = 'interrupted'
  run.effects.push({ type: 'instanceEnded', status: 'interrupted', variables: run.variables })
}
