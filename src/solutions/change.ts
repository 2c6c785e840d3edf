import type { Reader } from '../foundation/db/database.ts'
import { type Phrase, type PhraseParts, partsOf } from '../foundation/kit/phrase.ts'

/** One line of a plan. The inherited `template` and `values` are the parts of `sentence`, for its translation. */
export interface Change extends PhraseParts {
  readonly kind: 'add' | 'change' | 'remove'
  /** What changes: a kind of definition, such as `application`, or a part of one, such as `field`. */
  readonly what: string
  /** The path of the changed definition or part, such as `ref.counterparties.tax_id`. */
  readonly path: string
  /** The description of the change for people. */
  readonly sentence: string
  /** Whether the change removes or narrows something; applied only with consent. */
  readonly destructive: boolean
  /** Whether the present data makes the change impossible, with or without consent. */
  readonly blocked: boolean
}

/** A change derived from the definitions, before the number of affected elements is known. */
export interface Step extends Pick<Change, 'kind' | 'what' | 'path'> {
  readonly sentence: Phrase
  /** Whether the change narrows something. A narrowing change is destructive unless `weigh` returns otherwise. */
  readonly narrows?: true
  /** Whether the change is impossible, whatever the data. */
  readonly blocked?: true
  /** Queries which data the change affects and returns the parts of the change that depend on the data. */
  readonly weigh?: (
    reader: Reader,
  ) => Promise<{ readonly sentence?: Phrase } & Partial<Pick<Change, 'destructive' | 'blocked'>>>
}

/** Turns a step into a line of the plan. */
export async function changeOf(reader: Reader, step: Step): Promise<Change> {
  const { kind, what, path, narrows = false, blocked: isBlocked = false, weigh } = step
  const { sentence = step.sentence, destructive = narrows, blocked = isBlocked } = (await weigh?.(reader)) ?? {}
  return { kind, what, path, sentence: sentence.text, ...partsOf(sentence), destructive, blocked }
}
