import type { ProgramNode } from '../model/index.ts'
import type { Run } from './run.ts'
import type { ActiveScope, Token } from './state.ts'

/** What one kind of element does. */
export interface Behaviour {
  /**
   * Begins the element. It opens waits or scopes, or lets the token go on. Throws Failure, which becomes an incident;
   * what it has opened by then is closed again.
   */
  enter(run: Run, token: Token, node: ProgramNode): void
  /** Continues after a scope that the token owns has ended; without it, the token leaves the element. */
  scopeEnded?(run: Run, token: Token, scope: ActiveScope): void
}

/** The behaviours by kind of element. */
export type Behaviours = ReadonlyMap<string, Behaviour>
