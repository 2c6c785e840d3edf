import type { ElementTraits, Program, ProgramNode } from '../model/index.ts'
import type { Effect, HistoryEvent, IncidentKind } from './effects.ts'
import type { Environment, LoadedProgram } from './environment.ts'
import { type ActiveScope, type OpenWait, type State, stateFormat, type Token, type Variables } from './state.ts'

/** Maximum number of expressions with warnings that one advance records, and of messages for each. */
const maxWarnings = 20
const maxMessages = 5
const maxWarningChars = 300

/**
 * The working copy of an instance during one advance. Tokens, scopes and waits are replaced, never changed in place.
 */
export class Run {
  readonly loaded: LoadedProgram
  readonly environment: Environment
  readonly tokens: Map<number, Token>
  readonly scopes: Map<number, ActiveScope>
  readonly waits: Map<string, OpenWait>
  readonly effects: Effect[] = []
  /** Ids of the tokens that continue, in order. A token may have been cancelled in the meantime. */
  readonly ready: number[]
  areConditionsStale = false
  status: State['status']
  variables: Variables
  visits: number
  #nextNumber: number
  #warnings = 0
  readonly #caughtByParent: State['caughtByParent']

  constructor(loaded: LoadedProgram, environment: Environment, state: State) {
    this.loaded = loaded
    this.environment = environment
    this.tokens = new Map(state.tokens.map((token) => [token.id, token]))
    this.scopes = new Map(state.scopes.map((scope) => [scope.id, scope]))
    this.waits = new Map(state.waits.map((wait) => [wait.id, wait]))
    this.ready = [...state.ready]
    this.status = state.status
    this.variables = state.variables
    this.visits = state.visits
    this.#nextNumber = state.nextNumber
    this.#caughtByParent = state.caughtByParent
  }

  get program(): Program {
    return this.loaded.program
  }

  /** Time zone for dates and local times: that of the process, or else that of the installation, or else UTC. */
  get timeZone(): string {
    return this.program.timeZone ?? this.environment.timeZone ?? 'UTC'
  }

  get caughtByParent(): State['caughtByParent'] {
    return this.#caughtByParent
  }

  nodeOf(token: Token): ProgramNode {
    return this.program.nodes[token.at]!
  }

  nextNumber(): number {
    return this.#nextNumber++
  }

  /** Stores a new version of a token. A token with a phase is added to `ready`. */
  put(token: Token): Token {
    this.tokens.set(token.id, token)
    if (token.phase !== undefined) this.ready.push(token.id)
    return token
  }

  record(event: HistoryEvent, token: Token): void {
    const flow = event === 'entered' && token.via !== undefined ? this.program.flows[token.via]!.id : undefined
    const nowMs = this.environment.now.getTime()
    if (event === 'entered') this.tokens.set(token.id, { ...this.tokens.get(token.id)!, sinceMs: nowMs })
    const sinceMs = token.sinceMs ?? this.tokens.get(token.id)?.sinceMs
    this.effects.push({
      type: 'history',
      event,
      element: this.nodeOf(token).id,
      token: token.id,
      scope: token.scope,
      ...(flow !== undefined && { flow }),
      ...(event !== 'entered' && sinceMs !== undefined && { durationMs: Math.max(nowMs - sinceMs, 0) }),
    })
  }

  tokensIn(scope: number): Token[] {
    return [...this.tokens.values()].filter((token) => token.scope === scope)
  }

  scopesOf(owner: number): ActiveScope[] {
    return [...this.scopes.values()].filter((scope) => scope.owner === owner)
  }

  openIncident(kind: IncidentKind, message: string, element: string, token?: number): string {
    const incident = this.environment.newId()
    this.effects.push({
      type: 'incidentOpened',
      incident,
      kind,
      element,
      message,
      ...(token !== undefined && { token }),
    })
    return incident
  }

  /** Records warnings about an expression in the history, up to a maximum per advance. */
  warn(expression: string, messages: readonly string[], element: string | undefined): void {
    if (messages.length === 0 || this.#warnings >= maxWarnings) return
    this.#warnings++
    this.effects.push({
      type: 'warned',
      ...(element !== undefined && { element }),
      expression: expression.slice(0, maxWarningChars),
      messages: [...new Set(messages)].slice(0, maxMessages).map((message) => message.slice(0, maxWarningChars)),
    })
  }

  closeIncident(incident: string, reason: 'resolved' | 'cancelled'): void {
    this.effects.push({ type: 'incidentClosed', incident, reason })
  }

  toState(): State {
    return {
      format: stateFormat,
      status: this.status,
      nextNumber: this.#nextNumber,
      variables: this.variables,
      tokens: [...this.tokens.values()],
      scopes: [...this.scopes.values()],
      waits: [...this.waits.values()],
      ready: this.ready.filter((id) => this.tokens.get(id)?.phase !== undefined),
      visits: this.visits,
      ...(this.#caughtByParent !== undefined && { caughtByParent: this.#caughtByParent }),
    }
  }
}

/** Returns a token without some of its optional properties. */
export function without<K extends keyof Token>(token: Token, ...names: K[]): Token {
  if (names.every((name) => token[name] === undefined)) return token
  const rest: Record<string, unknown> = {}
  for (const name in token) if (!names.includes(name as K)) rest[name] = token[name as K]
  return rest as unknown as Token
}

/** The behaviour of one kind of element. */
export interface Behaviour extends Pick<ElementTraits, 'joins'> {
  /**
   * Begins the element: opens waits or scopes, or lets the token continue. A Failure becomes an incident, and
   * everything that the element has opened is closed again.
   */
  enter(run: Run, token: Token, node: ProgramNode): void
  /** Continues after a scope that the token owns has ended. If absent, the token leaves the element. */
  scopeEnded?(run: Run, token: Token, scope: ActiveScope): void
}

/** The behaviours by kind of element. */
export type Behaviours = ReadonlyMap<string, Behaviour>
