import type { Reader } from '../foundation/db/database.ts'

/** One line of a plan. */
export interface Change {
  readonly kind: 'add' | 'change' | 'remove'
  /** What changes: a kind of definition, such as `application`, or a part of one, such as `field`. */
  readonly what: string
  /** The path of the changed definition, such as `ref.counterparties.tax_id`. */
  readonly path: string
  /** The description of the change for people. */
  readonly sentence: string
  /** Whether the change removes or narrows something; applied only with consent. */
  readonly destructive: boolean
  /** Whether the present data makes the change impossible, with or without consent. */
  readonly blocked: boolean
}

/** A change derived from the definitions, before the data was asked how much of it the change affects. */
export interface Step extends Pick<Change, 'kind' | 'what' | 'path' | 'sentence'> {
  /** Whether the change narrows something. A narrowing change is destructive unless `weigh` returns otherwise. */
  readonly narrows?: true
  /** Whether the change is impossible, whatever the data. */
  readonly blocked?: true
  /** Asks the data what the change affects and returns what follows from the answer. */
  readonly weigh?: (reader: Reader) => Promise<Partial<Pick<Change, 'sentence' | 'destructive' | 'blocked'>>>
}

/** Turns a step into a line of the plan. */
export async function changeOf(reader: Reader, step: Step): Promise<Change> {
  const { kind, what, path, sentence, narrows = false, blocked = false, weigh } = step
  return { kind, what, path, sentence, destructive: narrows, blocked, ...(await weigh?.(reader)) }
}
