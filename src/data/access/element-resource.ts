import { protectedByRules, type Resource, type Right, type RuledRows } from '../../access/index.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { type Application, applicationPath } from '../applications/application.ts'
import { rightMissing } from '../elements/rights/refusals.ts'
import type { ApplicationAddress, OpenApplication } from '../elements/source/opened-application.ts'
import { elementMissing } from '../elements/source/opened-application.ts'
import { invalidateCounts } from './counts.store.ts'
import { redactRule } from './redact-rule.ts'

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
