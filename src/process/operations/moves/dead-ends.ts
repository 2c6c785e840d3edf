import type { State, Token } from '../../engine/index.ts'
import type { Reasons } from './reasons.ts'
import { type DeadEnd, findDeadEnd, type Walker } from './token-walk.ts'
import type { VersionMap } from './version-map.ts'

/**
 * Checks for each scope that its tokens can still reach the end. A gateway that would wait forever is a reason against
 * the move, unless the tokens could not reach the end of the old version either.
 */
export class DeadEnds {
  readonly #map: VersionMap
  /** Results by the elements with tokens, because instances that wait at the same elements have the same result. */
  readonly #known = new Map<string, DeadEnd | undefined>()

  constructor(map: VersionMap) {
    this.#map = map
  }

  /**
   * Adds a reason for each scope with a gateway that would wait forever. `moved` are the tokens of the state at their
   * new elements.
   */
  check(state: State, moved: readonly Token[], reasons: Reasons): void {
    for (const { id, scope, isCompensation } of state.scopes) {
      if (scope === undefined || isCompensation) continue
      const isInside = (token: Token): boolean => token.scope === id
      const found = this.#find(state.tokens.filter(isInside).map(walkerOf), moved.filter(isInside).map(walkerOf))
      if (found === undefined) continue
      const { nodes, flows } = this.#map.to
      const message = `the gateway would wait forever: no token can arrive by the flow "${flows[found.flow]!.id}"`
      reasons.add('TOKEN_MISSING', nodes[found.join]!, message, found.tokens)
    }
  }

  #find(before: readonly Walker[], after: readonly Walker[]): DeadEnd | undefined {
    const key = JSON.stringify(after)
    if (!this.#known.has(key)) {
      const found = findDeadEnd(this.#map.to, after)
      const isNewProblem = found !== undefined && findDeadEnd(this.#map.from, before) === undefined
      this.#known.set(key, isNewProblem ? found : undefined)
    }
    return this.#known.get(key)
  }
}

const walkerOf = ({ at, via, phase, isJoined }: Token): Walker => ({
  node: at,
  ...(via !== undefined && { via }),
  passes: isJoined === true || phase === 'leave',
})
