import {
  type ActiveScope,
  type Effect,
  type Environment,
  type LoadedProgram,
  Run,
  type State,
  type Token,
  type Variables,
} from '../../engine/index.ts'
import { checkTokens, isArriving } from './check-tokens.ts'
import { DeadEnds } from './dead-ends.ts'
import { moveScope, moveToken } from './move-tokens.ts'
import { type MovedVariables, moveVariables } from './move-variables.ts'
import { checkAttached, moveWaits } from './move-waits.ts'
import { type MoveReason, Reasons } from './reasons.ts'
import { type MovedTask, refreshTasks } from './refresh-tasks.ts'
import { type Mapping, VersionMap } from './version-map.ts'

export interface MoveInput {
  readonly from: LoadedProgram
  readonly to: LoadedProgram
  readonly state: State
  /** New ids of elements and flows, by their old ids. */
  readonly mapping?: Mapping
  readonly environment: Environment
}

/** An instance after a move. */
export interface Moved {
  readonly state: State
  /** Effects to write with the state, such as opened and closed waits, changed variables and renamed elements. */
  readonly effects: readonly Effect[]
  /** All elements that have another id in the new version. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[]
  /** Open tasks with the settings of the new version. */
  readonly tasks: readonly MovedTask[]
  /** Values of variables that the new version does not declare. */
  readonly archived: Variables
  /** Whether a join or a condition may continue now, with the stimulus `resume`. */
  readonly needsResume: boolean
}

export interface MoveRefused {
  readonly refused: readonly MoveReason[]
}

/**
 * Moves the state of an instance to another version of its process. Returns the new state and its effects, or reasons
 * against the move, and writes nothing. Every token stays at its element; no token is lost or added.
 */
export function moveState({ from, to, state, mapping = {}, environment }: MoveInput): Moved | MoveRefused {
  return new Mover(from, to, mapping).move(state, environment)
}

/** Moves instances from one version to another. */
export class Mover {
  readonly #to: LoadedProgram
  readonly #map: VersionMap
  readonly #deadEnds: DeadEnds

  constructor(from: LoadedProgram, to: LoadedProgram, mapping: Mapping = {}) {
    this.#to = to
    this.#map = new VersionMap(from.program, to.program, mapping)
    this.#deadEnds = new DeadEnds(this.#map)
  }

  /** Moves a state; see `moveState`. */
  move(state: State, environment: Environment): Moved | MoveRefused {
    const reasons = new Reasons()
    const map = this.#map
    if (state.status !== 'running') reasons.add('NOT_RUNNING', { id: '' }, 'the instance has ended')
    else checkTokens(map, state, reasons)
    const tokens = reasons.isEmpty ? state.tokens.map((token) => moveToken(map, state, token)) : undefined
    const context = this.#moveVariables(0, state.variables, reasons)
    const inner = state.scopes.map((scope) => this.#variablesOf(scope, reasons))
    if (tokens) this.#deadEnds.check(state, tokens, reasons)
    checkAttached(map, state, reasons)
    // An expression may fail only because a value could not be moved, so expressions are evaluated after all values are.
    if (!tokens || reasons.has('CONTEXT_INVALID')) return { refused: reasons.list }
    const run = new Run(this.#to, environment, {
      ...state,
      variables: context.variables,
      tokens,
      scopes: state.scopes.map((scope, index) => moveScope(map, state, scope, inner[index]?.variables)),
      waits: [],
    })
    recordChanges(
      run,
      context.changed,
      state.tokens.filter(({ at }) => map.isRenamed(at)),
    )
    moveWaits(map, run, state, reasons)
    const tasks = refreshTasks(run, reasons)
    if (!reasons.isEmpty) return { refused: reasons.list }
    const opened = run.effects.some((effect) => effect.type === 'waitOpened' && effect.kind === 'condition')
    return {
      state: run.toState(),
      effects: run.effects,
      renamed: map.renamed,
      tasks,
      archived: Object.assign({}, context.archived, ...inner.map((moved) => moved?.archived)),
      needsResume: opened || state.tokens.some((token) => isArriving(token, map.from.nodes[token.at]!)),
    }
  }

  #moveVariables(scope: number, variables: Variables, reasons: Reasons): MovedVariables {
    const target = this.#map.scope(scope)
    const declared = target === undefined ? [] : this.#map.to.scopes[target]!.variables
    const moved = moveVariables(this.#map.from.scopes[scope]!.variables, declared, variables)
    for (const { variable, message } of moved.problems)
      reasons.add('CONTEXT_INVALID', { id: variable.name, ...(variable.title && { name: variable.title }) }, message)
    return moved
  }

  #variablesOf({ scope, owner, variables, isCompensation }: ActiveScope, reasons: Reasons): MovedVariables | undefined {
    if (scope === undefined || owner === undefined || isCompensation) return undefined
    return this.#moveVariables(scope, variables ?? {}, reasons)
  }
}

function recordChanges(run: Run, changed: Variables, renamed: readonly Token[]): void {
  if (Object.keys(changed).length > 0)
    run.effects.push({ type: 'variablesChanged', holder: 'instance', values: changed })
  for (const { id } of renamed) run.record('moved', run.tokens.get(id)!)
}
