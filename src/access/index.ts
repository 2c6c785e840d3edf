import { createGrants, type Grants } from '../data/access/grants.ts'
import { redactRule } from '../data/access/redact-rule.ts'
import { type AccessSettings, createAccessSettings } from '../data/access/settings.ts'
import { usesInAccess } from '../data/access/uses.store.ts'
import type { ApplicationCatalog } from '../data/applications/application-catalog.ts'
import { elementMissing } from '../data/elements/change-existing.ts'
import { missingFrom } from '../data/elements/elements.store.ts'
import type { OpenApplications } from '../data/open-application.ts'
import type { Database } from '../foundation/db/database.ts'
import { notAllowed } from '../foundation/http/errors.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import { isUuid } from '../foundation/kit/ids.ts'
import { type Caller, loadCaller } from '../people/index.ts'
import { accessUnknownUser } from './errors.ts'
import { type Explanation, explain } from './explain.ts'
import type { Right } from './rights.ts'

/** Access to elements: the administrators' settings, grants to single elements, and explanations. */
export interface AccessRoom {
  readonly settings: AccessSettings
  readonly grants: Grants
  /** Finds the rules and grants that name a group or an item of the chart. */
  readonly usesOf: typeof usesInAccess
  /**
   * Explains why a user has or lacks a right. All users may ask about themselves; only administrators may ask about
   * others.
   */
  explain(caller: Caller, question: Question): Promise<Explanation>
}

export interface Question {
  readonly namespace: string
  readonly code: string
  readonly id?: string | undefined
  /** The user that the question is about; the caller when absent. */
  readonly userId?: string | undefined
  readonly right: Right
}

interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly catalog: ApplicationCatalog
  readonly applications: OpenApplications
  /** Called after the commit of a grant to a single element. */
  readonly granted?: (() => void) | undefined
}

export function createAccess({ database, clock, catalog, applications, granted }: Deps): AccessRoom {
  const { open, askedOf, authorityOf } = applications

  /** Explains a right. An element that the caller may not see gives the same 404 as a missing element. */
  async function explainFor(caller: Caller, { userId, right, ...address }: Question): Promise<Explanation> {
    const opened = open(caller, address)
    const { application, source } = opened
    if (address.id !== undefined) {
      const unseen = !isUuid(address.id) || (await missingFrom(database.reader, source, [address.id])).length > 0
      if (unseen) throw elementMissing({ ...address, id: address.id })
    }
    const subject = await subjectOf(caller, userId)
    const rule = authorityOf(subject, application).rows(right)
    const told = redactRule(opened, { callerId: caller.userId, nowMs: clock.nowMs() })
    return explain(database.reader, subject, askedOf(application), { right, rule, elementId: address.id, told })
  }

  async function subjectOf(caller: Caller, userId: string | undefined): Promise<Caller> {
    if (userId === undefined || userId === caller.userId) return caller
    if (!caller.administrator) throw notAllowed('only administrators may ask this about others')
    const found = isUuid(userId)
      ? await loadCaller(database.reader, userId, 'explainAccess', new Date(clock.nowMs()))
      : undefined
    if (found === undefined) throw accessUnknownUser('there is no such user, or they are blocked and may do nothing')
    return found
  }

  return {
    settings: createAccessSettings({ database, clock, catalog, askedOf }),
    grants: createGrants({ database, clock, open, granted }),
    usesOf: usesInAccess,
    explain: explainFor,
  }
}
