/** A revision of an order. */
export interface StoredChange {
  readonly id: string
  readonly rev: number
  readonly action: string
  /** The value that the revision set in the field `mark`; empty when it set none. */
  readonly mark: string
}

export interface StoredDelivery {
  readonly id: string
  readonly element: string
  readonly rev: number
  readonly state: string
}

/** A request that the receiver got. */
interface Received {
  readonly id: string
  readonly element: string
  readonly rev: number
}

/** The records of the clients and of the receiver, and the content of the database, at the end. */
export interface WebhookOutcome {
  /** Marks of the acknowledged writes; `refused` has the marks of the refused ones. */
  readonly acked: readonly string[]
  readonly refused: readonly string[]
  readonly changes: readonly StoredChange[]
  readonly deliveries: readonly StoredDelivery[]
  readonly received: readonly Received[]
}

const nameOf = ({ element, rev }: Pick<Received, 'element' | 'rev'>): string => `revision ${rev} of ${element}`

/**
 * Returns a sentence for each acknowledged write that is not stored once, each change that the receiver did not get,
 * got under two ids or out of order, and each request about a change that is not stored.
 */
export function judgeWebhooks({ acked, refused, changes, deliveries, received }: WebhookOutcome): string[] {
  const marks = Map.groupBy(changes, ({ mark }) => mark)
  const problems = acked.flatMap((mark) => {
    const count = marks.get(mark)?.length ?? 0
    return count === 1 ? [] : [`the acknowledged write ${mark} is stored ${count} times`]
  })
  for (const mark of refused) if (marks.has(mark)) problems.push(`the refused write ${mark} is stored`)
  for (const { id, state } of deliveries) if (state !== 'delivered') problems.push(`delivery ${id} is ${state}`)
  const names = changes.map(({ id, rev }) => nameOf({ element: id, rev }))
  const byName = Map.groupBy(received, nameOf)
  for (const name of names) {
    const ids = new Set(byName.get(name)?.map(({ id }) => id))
    if (ids.size === 0) problems.push(`${name} was never delivered`)
    if (ids.size > 1) problems.push(`${name} was delivered under ${ids.size} ids`)
  }
  const stored = new Set(names)
  for (const name of byName.keys()) if (!stored.has(name)) problems.push(`${name} was delivered, but it is not stored`)
  return [...problems, ...outOfOrder(received)]
}

/** Checks the order of the first requests about the revisions of each element. Repeated requests may come later. */
function outOfOrder(received: readonly Received[]): string[] {
  const newest = new Map<string, number>()
  const seen = new Set<string>()
  return received.flatMap((one) => {
    if (seen.has(nameOf(one))) return []
    seen.add(nameOf(one))
    const last = newest.get(one.element) ?? 0
    newest.set(one.element, Math.max(last, one.rev))
    return one.rev > last ? [] : [`${nameOf(one)} was delivered after revision ${last}`]
  })
}
