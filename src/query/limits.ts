import type { PlatformError } from '../foundation/kit/errors.ts'
import { tooComplex, tooLarge } from './errors.ts'

/**
 * The limits on the cost of one filter, whatever its form, and of one list. The limits are far above what people
 * write and far below what harms the server.
 */
export const limits = {
  textBytes: 32 * 1024,
  depth: 20,
  nodes: 500,
  listValues: 10_000,
  /** The maximum number of values in all lists of one filter together. */
  listValuesTogether: 50_000,
  pathNames: 5,
  pageRows: 10_000,
  ids: 10_000,
  sortKeys: 10,
  loadDepth: 5,
  /**
   * The maximum number of lists of one caller that run at the same time, and the maximum number that wait in the queue.
   * A list can keep the database busy for ten seconds and the pool has ten connections, so six running lists leave four
   * connections to all other callers. Up to 500 lists may wait, because old clients ask for many pages at once.
   */
  listsOfCaller: { running: 6, waiting: 500 },
  /**
   * The maximum length of one searched text, in characters. PostgreSQL compares the text at each position of a value,
   * and a query cannot be cancelled in the middle of one value.
   */
  likeChars: 1_000,
  /**
   * The maximum length of all searched texts of one filter together, in characters. A query cannot be cancelled between
   * the conditions of one row either.
   */
  likeCharsTogether: 10_000,
  /** The maximum number of row ids that are kept for a sorted list, so that its next pages need no sort. */
  sortedRows: 500,
  /** The maximum product of the number of rows of a page and the number of relations that are loaded with each row. */
  loadedCells: 200_000,
  /** The maximum size of the JSON of one page, in bytes. JavaScript cannot hold texts of half a GiB or more. */
  answerBytes: 64 * 1024 * 1024,
} as const

/** The counters of one filter, including the EQL texts inside it. */
export interface Budget {
  nodes: number
  /** The number of values in the lists of the filter. */
  values: number
}

export const openBudget = (): Budget => ({ nodes: 0, values: 0 })

/**
 * Counts one condition. Throws `query.too_complex` above the maximum number of conditions or levels. Call this function
 * before reading the conditions inside, so that a hostile tree is refused early.
 */
export function spend(budget: Budget, depth: number): void {
  if (++budget.nodes > limits.nodes) throw tooComplex(`a filter can have at most ${limits.nodes} conditions`)
  if (depth > limits.depth) throw tooComplex(`a filter may be nested at most ${limits.depth} deep`)
}

/**
 * Counts the values of one list of a filter. Throws `query.too_complex` above the limits. Call this function before
 * reading the values.
 */
export function spendList(budget: Budget, length: number): void {
  const { listValues, listValuesTogether } = limits
  if (length > listValues) throw tooComplex(`a list in a filter can have at most ${listValues} values`)
  budget.values += length
  if (budget.values > listValuesTogether)
    throw tooComplex(`the lists of a filter can have at most ${listValuesTogether} values together`)
}

/** Throws `query.too_complex` when an EQL text is longer than `textBytes` in UTF-8. */
export function checkTextLength(text: string): void {
  if (text.length > limits.textBytes || Buffer.byteLength(text) > limits.textBytes) {
    throw tooComplex(`an EQL text may have at most ${limits.textBytes / 1024} KiB`)
  }
}

/** Returns the error for an answer with too much JSON. `what` is the plural subject of its message: "12 such rows". */
export function answerTooLarge(what: string): PlatformError {
  return tooLarge(`${what} make more than ${limits.answerBytes / 1024 / 1024} MiB of JSON; request less at a time`)
}
