import { type Waiting, whyWaiting } from './waiting-sentences.ts'

/** An element where at least one token stands. */
export interface ActiveElement {
  readonly element: string
  readonly name: string | null
  /** The kind of BPMN element, such as `userTask`. */
  readonly kind: string
  readonly tokens: number
  /** When the first of these tokens came. */
  readonly since: string | null
  /** Why the tokens are there, as sentences; each different sentence once. */
  readonly why: readonly string[]
}

/** Maximum number of sentences for one element. */
const maxSentences = 100

/** Returns the elements where tokens stand, in the order of the program. `arrivals` are times of tokens without a wait. */
export function activeElements(waiting: Waiting, arrivals: ReadonlyMap<number, string>): ActiveElement[] {
  const { program, execution, waits } = waiting
  const sinceOf = (token: number): string | undefined =>
    arrivals.get(token) ??
    execution.waits
      .filter((wait) => wait.token === token)
      .flatMap(({ id }) => waits.get(id)?.openedAt ?? [])
      .sort()[0]
  const byNode = Map.groupBy(execution.tokens, ({ at }) => at)
  return [...byNode]
    .sort(([a], [b]) => a - b)
    .map(([at, tokens]) => {
      const { id, name, kind } = program.nodes[at]!
      const since = tokens.flatMap((token) => sinceOf(token.id) ?? []).sort()[0]
      const why = new Set(tokens.slice(0, maxSentences).map((token) => whyWaiting(token, waiting)))
      return { element: id, name: name ?? null, kind, tokens: tokens.length, since: since ?? null, why: [...why] }
    })
}
