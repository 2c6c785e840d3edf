import { toWireTime } from '../../../../foundation/kit/clock.ts'
import { type Waiting, whyWaiting } from './waiting-sentences.ts'

/** An element with at least one token. */
export interface ActiveElement {
  readonly element: string
  readonly name: string | null
  /** Kind of BPMN element, such as `userTask`. */
  readonly kind: string
  readonly tokens: number
  /** Time when the first of these tokens arrived. */
  readonly since: string | null
  /** Distinct reasons why the tokens wait, of the first `maxSentences` tokens. */
  readonly why: readonly string[]
}

/** Maximum number of tokens of one element whose reasons are shown. */
const maxSentences = 100

/** Returns the elements with tokens, in the order of the program. */
export function activeElements(waiting: Waiting): ActiveElement[] {
  const { program, execution } = waiting
  const byNode = Map.groupBy(execution.tokens, ({ at }) => at)
  return [...byNode]
    .sort(([a], [b]) => a - b)
    .map(([at, tokens]) => {
      const { id, name, kind } = program.nodes[at]!
      const sinceMs = Math.min(
        ...tokens.map((token) => (token as { readonly sinceMs?: number }).sinceMs ?? Number.POSITIVE_INFINITY),
      )
      const since = Number.isFinite(sinceMs) ? toWireTime(sinceMs) : null
      const why = new Set(tokens.slice(0, maxSentences).map((token) => whyWaiting(token, waiting)))
      return { element: id, name: name ?? null, kind, tokens: tokens.length, since, why: [...why] }
    })
}
