import {
  protectedByRules,
  type Resource,
  type Right,
  type RuledRows,
  type RuleEntry,
  readSubject,
} from '../../access/index.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import { parseEql, predicate } from '../../query/index.ts'
import { type Application, applicationPath } from '../applications/application.ts'
import { rightMissing } from '../elements/rights/refusals.ts'
import type { ApplicationAddress, OpenApplication, OpenedApplication } from '../elements/source/opened-application.ts'
import { elementMissing } from '../elements/source/opened-application.ts'
import { invalidateCounts } from './readable-elements.store.ts'

export interface ElementResourceDeps {
  readonly clock: Clock
  readonly open: OpenApplication
  /** Returns the access rules of an application. */
  readonly rulesOf: (application: Application) => RuledRows<Right>
}

/** Declares elements as a resource: the rules of their application give rights to them. */
export function elementResource({ clock, open, rulesOf }: ElementResourceDeps): Resource<Right, ApplicationAddress> {
  return {
    open(caller, address) {
      const opened = open(caller, address)
      const rules = rulesOf(opened.application)
      const redact = redactRule(opened, { callerId: caller.userId, nowMs: clock.nowMs() })
      return {
        ...protectedByRules({ ...rules, redact }),
        path: applicationPath(opened.application),
        visible: opened.source,
        all: rules.source,
      }
    },
    notFound: elementMissing,
    notAllowed: rightMissing,
    grantsChanged: (tx, { space }) => invalidateCounts(tx, space),
  }
}

/**
 * Returns a function that redacts a rule for the user who asks: subjects and conditions that name fields or
 * applications hidden from the user are replaced. `asking` holds the id of the user and the current time.
 */
function redactRule(
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
