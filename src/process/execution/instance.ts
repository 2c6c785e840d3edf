import type { DecisionTrace } from '../../decisions/index.ts'
import type { OriginLink, PublishedVersion } from '../definition/index.ts'
import type { Effect, State, Stimulus, Variables } from '../engine/index.ts'
import type { TaskOutcome } from './execution.ts'
import type { InstanceFacts } from './work.ts'

/** An instance at one revision. */
export interface Instance {
  readonly facts: InstanceFacts
  readonly root: string
  /** Templates of the calling instances, outermost first. */
  readonly callers: readonly string[]
  /** Number of the last advance; 0 for an instance that is not stored yet. */
  readonly rev: number
  readonly version: PublishedVersion
  readonly state: State
  /** Idempotency key of the start; present only before the instance is stored. */
  readonly key?: string
}

/** One advance of an instance: the stimulus, its cause, and its effects. */
export interface Advance {
  readonly instance: string
  /** `call` starts a called instance or a sheet whose start was postponed. */
  readonly stimulus: Stimulus | { readonly type: 'replace' } | { readonly type: 'call'; readonly wait: string }
  readonly by: string
  readonly effects: readonly Effect[]
  /** Variables that get values of variables of other instances, or of the same one after a move. */
  readonly links?: readonly OriginLink[]
  readonly task?: TaskOutcome | undefined
  /** The decision whose result is the stimulus. */
  readonly decided?: Decided | undefined
}

/** A decision that an activity evaluated. */
export interface Decided {
  readonly element: string
  readonly token?: number
  readonly decision: DecisionTrace
}

/** A wait that an advance opened. */
export type Opened = Extract<Effect, { type: 'waitOpened' }>
export type Closed = Extract<Effect, { type: 'waitClosed' }>

/** The state of an instance in the form of the API. */
export const wireStates = ['exec', 'wait', 'done', 'cancel', 'error'] as const
export type WireState = (typeof wireStates)[number]
export const isWireState = (state: unknown): state is WireState => wireStates.some((one) => one === state)

/** Returns the state of an instance in the form of the API. */
export function wireStateOf({ status, tokens, waits, ready }: State): WireState {
  if (status !== 'running') return status === 'completed' ? 'done' : 'cancel'
  if (tokens.some(({ incident }) => incident !== undefined) || waits.some(({ incident }) => incident !== undefined))
    return 'error'
  const isWorking = waits.some(({ kind }) => kind === 'job' || kind === 'action' || kind === 'continuation')
  return isWorking || ready.length > 0 ? 'exec' : 'wait'
}

/**
 * Returns the output variables of a called instance. If no variable has a direction, these are all declared
 * variables; if none is declared, all variables.
 */
export function outputsOf({ version, state }: Instance): Variables {
  const declared = version.loaded.program.scopes[0]!.variables
  if (declared.length === 0) return state.variables
  const hasDirections = declared.some(({ direction }) => direction !== undefined)
  const outputs = declared.filter(({ direction }) => !hasDirections || direction === 'output' || direction === 'both')
  const isOutput = new Set(outputs.map(({ name }) => name))
  return Object.fromEntries(Object.entries(state.variables).filter(([name]) => isOutput.has(name)))
}
