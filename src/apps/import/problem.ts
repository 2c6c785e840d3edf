import { PlatformError } from '../../kit/errors.ts'
import type { JsonValue } from '../../kit/json.ts'

/** Why a row failed, as the status of an import lists it. */
export interface ImportProblem {
  /** In the file, its header being 1; 0 for what concerns the file as a whole. */
  readonly row: number
  readonly message: string
  readonly column?: string
  readonly value?: JsonValue
  readonly code?: string
}

/** A refusal as the problem of a row; anything else is a mistake of ours and is thrown on. */
export function problemOf(error: unknown, row: number): ImportProblem {
  if (!(error instanceof PlatformError)) throw error
  const { field } = error.details
  return { row, message: error.message, code: error.code, ...(field === undefined ? {} : { column: field }) }
}
