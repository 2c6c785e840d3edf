import { type RuleEntry, readSubject } from '../../access/index.ts'
import { sql } from '../../foundation/db/sql.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import { parseEql, predicate } from '../../query/index.ts'
import type { OpenedApplication } from '../elements/source/opened-application.ts'

/**
 * Returns a function that redacts a rule for the user who asks: subjects and conditions that name fields or
 * applications hidden from the user are replaced. `asking` holds the id of the user and the current time.
 */
export function redactRule(
  { visible, source, find }: OpenedApplication,
  asking: { callerId: string; nowMs: number },
): (entry: RuleEntry) => RuleEntry {
  const isKnownSubject = (text: string): boolean => {
    const subject = readSubject(text)
    return subject?.is !== 'named' || visible.fields.has(subject.field)
  }
  /** Returns whether a condition may be shown: only when the user could use the same condition in a filter. */
  const isKnownCondition = (where: string): boolean => {
    try {
      const condition = parseEql(where)
      if (condition !== undefined) predicate(condition, source, sql`e`, { find, ...asking })
      return true
    } catch (error) {
      if (error instanceof PlatformError) return false
      throw error
    }
  }
  return ({ where, ...entry }) => ({
    ...entry,
    to: entry.to.map((text) => (isKnownSubject(text) ? text : 'users listed in a field that you cannot read')),
    ...(where === undefined
      ? {}
      : { where: isKnownCondition(where) ? where : 'a condition that you cannot read is met' }),
  })
}
