import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import type { Caller } from '../../../people/index.ts'
import { insertOrigins, messageOrigins, programOrigins } from '../../definition/index.ts'
import type { Stimulus, Variables } from '../../engine/index.ts'
import type { Decided, Instance, Opened } from '../instance.ts'
import { callerOfWork } from '../process-cause.ts'
import type { Work, WorkCall, WorkElement, WorkOutcome } from '../work.ts'
import { type Advancing, NeedsTransaction } from './advancing.ts'

/** The result of the work of an activity, and the elements whose values its variables or its message can hold. */
interface ResultOfWork {
  readonly stimulus: Stimulus
  readonly elements?: readonly WorkElement[]
}

/** The result of work as a stimulus, absent while the work is not done, and the decision that the work evaluated. */
export interface WorkResult {
  readonly stimulus?: Stimulus | undefined
  readonly decided?: Decided
}

/**
 * Runs the work of an activity. The result has no stimulus when the work runs later or outside, or when the activity
 * will be completed from outside. Throws NeedsTransaction.
 */
export async function runWork(group: Advancing, instance: Instance, opened: Opened): Promise<WorkResult> {
  const { deps, unit, caller, now } = group
  const work = workOf(deps.work, opened)
  if (work === undefined) return { stimulus: unavailable(opened) }
  if (work.place === 'outside' || (opened.due !== undefined && new Date(opened.due) > now)) return {}
  if (group.postpones(opened.wait)) return {}
  const call = callOf(instance, opened, { caller, now })
  const { tx } = unit
  if (work.place === 'memory') {
    const run = (reader: Reader): Promise<WorkOutcome> => outcomeOf(() => work.run(call, reader))
    // A failed statement must not abort the transaction that opens the incident.
    const outcome = await (tx !== undefined && group.isLastAttempt ? tx.savepoint(run) : run(unit.reader))
    return { stimulus: toStimulus(opened, outcome), ...decidedBy(instance, opened, outcome) }
  }
  if (tx === undefined) throw new NeedsTransaction()
  const outcome = await undoneOnFailure((undo) => tx.savepoint(async (part) => undo(await work.run(part, call))))
  const stimulus = toStimulus(opened, outcome)
  if (stimulus !== undefined) await keepOrigins(tx, instance, opened.element, { stimulus, ...elementsOf(outcome) })
  return { stimulus }
}

function decidedBy({ state }: Instance, { wait, element }: Opened, outcome: WorkOutcome): { decided?: Decided } {
  const decision = 'decided' in outcome ? outcome.decided : undefined
  if (decision === undefined) return {}
  const token = state.waits.find(({ id }) => id === wait)?.token
  return { decided: { element, ...(token !== undefined && { token }), decision } }
}

/** Returns the elements whose values the result of work can hold. */
export const elementsOf = (outcome: WorkOutcome): { readonly elements?: readonly WorkElement[] } =>
  'elements' in outcome && outcome.elements !== undefined ? { elements: outcome.elements } : {}

/** Returns the kind of work that a wait is for; undefined for an unknown action. */
export const workOf = (work: readonly Work[], { settings }: Pick<Opened, 'settings'>): Work | undefined =>
  work.find(({ action }) => action === settings?.action)

/** Returns the input of a piece of work. */
export function callOf(
  { facts }: Pick<Instance, 'facts'>,
  { wait, element, attempt = 1, settings = {}, input = {} }: Omit<Opened, 'type' | 'kind'>,
  { caller, now, signal }: { readonly caller: Caller; readonly now: Date; readonly signal?: AbortSignal },
): WorkCall {
  return {
    instance: facts,
    wait,
    element,
    attempt,
    settings,
    input,
    caller: callerOfWork(caller, facts.id),
    now,
    ...(signal && { signal }),
  }
}

class Undone extends Error {
  readonly outcome: WorkOutcome
  constructor(outcome: WorkOutcome) {
    super('the work failed, so its changes are undone')
    this.outcome = outcome
  }
}

/**
 * Runs work in the savepoint that `run` opens. The savepoint is rolled back if the work fails or ends with an error.
 */
async function undoneOnFailure(
  run: (undo: (outcome: WorkOutcome) => WorkOutcome) => Promise<WorkOutcome>,
): Promise<WorkOutcome> {
  try {
    return await run((outcome) => {
      if (outcome.type === 'failed' || outcome.type === 'error') throw new Undone(outcome)
      return outcome
    })
  } catch (error) {
    if (error instanceof Undone) return error.outcome
    return failureOf(error)
  }
}

/**
 * Runs work and converts a refusal to the outcome `failed`. Throws errors of the platform, so that the work is
 * repeated.
 */
export async function outcomeOf(run: () => Promise<WorkOutcome>): Promise<WorkOutcome> {
  try {
    return await run()
  } catch (error) {
    return failureOf(error)
  }
}

/**
 * Converts a refusal to a failure of the work. Rethrows errors of the platform, which say nothing about the process.
 */
function failureOf(error: unknown): WorkOutcome {
  if (error instanceof PlatformError && error.status < 500) return { type: 'failed', message: error.message }
  throw error
}

/** Returns the stimulus for the result of work; undefined when the activity will be completed from outside. */
export function toStimulus(
  { wait, attempt }: Pick<Opened, 'wait' | 'attempt'>,
  outcome: WorkOutcome,
): Stimulus | undefined {
  const target = { wait, ...(attempt !== undefined && { attempt }) }
  switch (outcome.type) {
    case 'later':
      return undefined
    case 'failed': {
      const { type: _, decided: __, elements: ___, ...rest } = outcome
      return { type: 'fail', ...target, ...rest }
    }
    case 'error':
    case 'done': {
      if (!isStorable(outcome.variables))
        return {
          type: 'fail',
          ...target,
          message: 'the result contains a character that cannot be stored',
          isFinal: true,
        }
      const { type, ...rest } = outcome
      return type === 'done'
        ? { type: 'complete', ...target, variables: outcome.variables }
        : { type: 'throwError', ...target, ...(rest as Omit<Extract<WorkOutcome, { type: 'error' }>, 'type'>) }
    }
  }
}

/**
 * Returns whether the database can store the values: JSON without NUL characters and lone surrogates. After an even number
 * of backslashes, `u0000` is plain text.
 */
const isStorable = (variables: Variables | undefined): boolean =>
  variables === undefined || !/(?<!\\)(?:\\\\)*\\(?:u0000|ud[89a-f])/.test(JSON.stringify(variables))

function unavailable({ wait, settings }: Opened): Stimulus {
  return { type: 'fail', wait, message: `the action "${String(settings?.action)}" does not exist`, isFinal: true }
}

/**
 * Stores which variables of an instance hold values of the elements that the work of an activity has read or written.
 * The message of a failure can quote all fields of the elements.
 */
export async function keepOrigins(
  tx: Tx,
  { facts, version }: Pick<Instance, 'facts' | 'version'>,
  activity: string,
  { stimulus, elements = [] }: ResultOfWork,
): Promise<void> {
  const { program } = version.loaded
  const origins = stimulus.type === 'fail' ? messageOrigins(program) : (programOrigins(program).get(activity) ?? [])
  if (origins.length === 0) return
  for (const { app, id } of elements) await insertOrigins(tx, { instance: facts.id, app, element: id }, origins)
}
