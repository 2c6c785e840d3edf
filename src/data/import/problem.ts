import { PlatformError } from '../../foundation/kit/errors.ts'
import type { JsonValue } from '../../foundation/kit/json.ts'

/** A problem of a row, in the form in which the status of an import lists it. */
export interface ImportProblem {
  /** The number of the row in the file, counted from 1; 0 for a problem of the whole file. */
  readonly row: number
  readonly message: string
  readonly column?: string
  readonly value?: JsonValue
  readonly code?: string
}

/** Converts an error into a problem of a row. Rethrows errors other than `PlatformError`, which are bugs. */
export function problemOf(error: unknown, row: number): ImportProblem {
  if (!(error instanceof PlatformError)) throw error
  const { field } = error.details
  return { row, message: error.message, code: error.code, ...(field === undefined ? {} : { column: field }) }
}
