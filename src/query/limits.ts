import type { PlatformError } from '../kit/errors.ts'
import { tooComplex, tooLarge } from './errors.ts'

/** What one filter may cost, whatever its form; far above what people write, far below what hurts. */
export const limits = {
  textBytes: 32 * 1024,
  depth: 20,
  nodes: 500,
  listValues: 10_000,
  /** Of all the lists of one filter. */
  listValuesTogether: 50_000,
  pathNames: 5,
  pageRows: 10_000,
  ids: 10_000,
  sortKeys: 10,
  loadDepth: 5,
  /** PostgreSQL looks for a text at each place of a value, and cannot be stopped in the middle of one value. */
  likeChars: 1_000,
  /** Of all the texts that one filter looks for, since the conditions of a row are no places to stop at either. */
  likeCharsTogether: 10_000,
  /** Rows of a sorted list whose ids are kept, so that its next pages need no sort. */
  sortedRows: 500,
  /** Rows of a page times relations loaded with each. */
  loadedCells: 200_000,
  /** JSON of the rows of a page; from half a GiB on, text is more than JavaScript can hold. */
  answerBytes: 64 * 1024 * 1024,
} as const

/** Counts the conditions of one filter, the EQL texts inside it included. */
export interface Budget {
  nodes: number
  /** Values in its lists. */
  values: number
}

export const openBudget = (): Budget => ({ nodes: 0, values: 0 })

/** Called before going deeper, so that a hostile tree is refused after 500 steps and 20 levels. */
export function spend(budget: Budget, depth: number): void {
  if (++budget.nodes > limits.nodes) throw tooComplex(`a filter may hold at most ${limits.nodes} conditions`)
  if (depth > limits.depth) throw tooComplex(`a filter may be nested at most ${limits.depth} deep`)
}

/** Counts the values of one list of a filter, before they are read. */
export function spendList(budget: Budget, length: number): void {
  const { listValues, listValuesTogether } = limits
  if (length > listValues) throw tooComplex(`a list in a filter may hold at most ${listValues} values`)
  budget.values += length
  if (budget.values > listValuesTogether)
    throw tooComplex(`the lists of a filter may hold at most ${listValuesTogether} values together`)
}

export function checkTextLength(text: string): void {
  if (text.length > limits.textBytes || Buffer.byteLength(text) > limits.textBytes) {
    throw tooComplex(`an EQL text may have at most ${limits.textBytes / 1024} KiB`)
  }
}

/** `what` is more than one answer may hold. */
export function answerTooLarge(what: string): PlatformError {
  return tooLarge(`${what} make more than ${limits.answerBytes / 1024 / 1024} MiB of JSON; ask for less at a time`)
}
