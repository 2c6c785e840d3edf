import { tooComplex } from './errors.ts'

/** What one filter may cost, whatever its form; far above what people write, far below what hurts. */
export const limits = {
  textBytes: 32 * 1024,
  depth: 20,
  nodes: 500,
  listValues: 10_000,
  pathNames: 5,
  pageRows: 10_000,
  ids: 10_000,
  sortKeys: 10,
  loadDepth: 5,
  /** Rows of a page times relations loaded with each. */
  loadedCells: 200_000,
} as const

/** Counts the conditions of one filter, the EQL texts inside it included. */
export interface Budget {
  nodes: number
}

/** Called before going deeper, so that a hostile tree is refused after 500 steps and 20 levels. */
export function spend(budget: Budget, depth: number): void {
  if (++budget.nodes > limits.nodes) throw tooComplex(`a filter may hold at most ${limits.nodes} conditions`)
  if (depth > limits.depth) throw tooComplex(`a filter may be nested at most ${limits.depth} deep`)
}

export function checkListLength(length: number): void {
  if (length > limits.listValues) throw tooComplex(`a list in a filter may hold at most ${limits.listValues} values`)
}

export function checkTextLength(text: string): void {
  if (text.length > limits.textBytes || Buffer.byteLength(text) > limits.textBytes) {
    throw tooComplex(`an EQL text may have at most ${limits.textBytes / 1024} KiB`)
  }
}
