import { sql } from '../foundation/db/sql.ts'
import { PlatformError } from '../foundation/kit/errors.ts'
import { nilId } from '../foundation/kit/ids.ts'
import { type FindSource, parseEql, predicate, type Source } from '../query/index.ts'

/**
 * Returns why the condition of a rule does not fit a source, for example because a field is unknown; undefined when it
 * fits. Blank and malformed conditions are found earlier, when the rules are read.
 */
export function conditionProblem(where: string, source: Source, find: FindSource | undefined): string | undefined {
  try {
    const condition = parseEql(where)
    if (condition !== undefined) predicate(condition, source, sql`e`, { find, callerId: nilId, nowMs: 0 })
    return undefined
  } catch (error) {
    if (error instanceof PlatformError) return error.message
    throw error
  }
}
