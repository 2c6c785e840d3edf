import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import { notAllowed } from '../../foundation/http/errors.ts'
import { requestTime } from '../../foundation/http/request-time.ts'
import { type Clock, toWireTime } from '../../foundation/kit/clock.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../caller.ts'
import { substitutionNotFound, substitutionOverlaps, substitutionWrongPeriod, substitutionWrongUser } from './errors.ts'
import {
  insertSubstitution,
  listSubstitutions,
  lockPair,
  markEnded,
  overlaps,
  type SubstitutionKind,
  type SubstitutionRow,
} from './substitutions.store.ts'

export interface SubstitutionInput {
  /** The id of the principal; defaults to the caller. */
  readonly principal?: string | undefined
  readonly substitute: string
  /** The start as an RFC 3339 time; defaults to now. */
  readonly from?: string | undefined
  /** The end as an RFC 3339 time; without an end, the substitution lasts until a user ends it. */
  readonly until?: string | undefined
  readonly kind?: SubstitutionKind | undefined
  /** The paths `namespace.code` of the applications that the substitution covers; defaults to all. */
  readonly applications?: readonly string[] | undefined
}

export interface SubstitutionView
  extends Pick<SubstitutionRow, 'id' | 'principal' | 'substitute' | 'kind' | 'applications' | 'createdBy'> {
  readonly state: 'planned' | 'active' | 'ended'
  readonly from: string
  readonly until: string | null
  readonly endedAt: string | null
  readonly createdAt: string
}

/**
 * Operations on substitutions. While a substitution is active, the substitute also has the access of the principal.
 */
export class Substitutions {
  readonly #database: Database
  readonly #clock: Clock
  readonly #changed: () => void

  /** `changed` runs after each change that may affect whom a user substitutes for. */
  constructor(database: Database, clock: Clock, changed: () => void) {
    this.#database = database
    this.#clock = clock
    this.#changed = changed
  }

  /** Creates a substitution and returns its id. Only administrators can name another principal than themselves. */
  async create(
    caller: Caller,
    { principal: given, substitute: other, from, until, kind = 'together', applications }: SubstitutionInput,
  ): Promise<string> {
    const principal = given?.toLowerCase() ?? caller.userId
    const substitute = other.toLowerCase()
    if (principal !== caller.userId && !caller.administrator)
      throw notAllowed('only administrators can create substitutions for other users')
    if (principal === substitute)
      throw substitutionWrongUser('the substitute and the principal must be different users', { field: 'substitute' })
    const now = new Date(this.#clock.nowMs())
    const id = newId(now.getTime())
    const names = applications === undefined ? null : [...new Set(applications)]
    const period = readPeriod({ from, until }, now)
    const substitution = { id, principal, substitute, kind, applications: names, ...period, by: caller.userId, now }
    await this.#database.transaction(async (tx) => {
      const users = await lockPair(tx, [principal, substitute])
      for (const [field, user] of [
        ['principal', principal],
        ['substitute', substitute],
      ] as const)
        if (!users.has(user)) throw substitutionWrongUser(`no user has the id ${user}`, { field })
      if (users.get(substitute)?.blocked)
        throw substitutionWrongUser('the substitute is blocked', { field: 'substitute' })
      if (await overlaps(tx, substitution))
        throw substitutionOverlaps(
          'the same substitute already acts for this user in that period; end that substitution first',
        )
      await insertSubstitution(tx, substitution)
      const after = { principal, substitute, kind, applications: names, ...period }
      await recordAudit(tx, caller, { object: `substitution:${id}`, after })
    })
    this.#changed()
    return id
  }

  /**
   * Lists substitutions, newest first, at most 10,000: of all users for administrators, otherwise those in which the
   * caller is the principal or the substitute.
   */
  async list(caller: Caller): Promise<SubstitutionView[]> {
    const nowMs = this.#clock.nowMs()
    const rows = await listSubstitutions(this.#database.reader, caller.administrator ? undefined : caller.userId)
    return rows.map((row) => viewOf(row, nowMs))
  }

  /**
   * Ends a substitution immediately. Allowed for the principal and for administrators. Throws
   * `substitution.not_found`.
   */
  async end(caller: Caller, id: string): Promise<void> {
    const principal = caller.administrator ? undefined : caller.userId
    const end = { principal, by: caller.userId, at: new Date(this.#clock.nowMs()) }
    await this.#database.transaction(async (tx) => {
      if (!isUuid(id) || !(await markEnded(tx, id, end)))
        throw substitutionNotFound('there is no such substitution, or it has ended')
      await recordAudit(tx, caller, { object: `substitution:${id.toLowerCase()}`, before: {} })
    })
    this.#changed()
  }
}

function viewOf({ fromAt, untilAt, endedAt, createdAt, ...row }: SubstitutionRow, nowMs: number): SubstitutionView {
  const over = endedAt !== null || (untilAt !== null && Date.parse(untilAt) <= nowMs)
  const time = (text: string | null): string | null => (text === null ? null : toWireTime(Date.parse(text)))
  return {
    ...row,
    state: over ? 'ended' : Date.parse(fromAt) > nowMs ? 'planned' : 'active',
    from: time(fromAt)!,
    until: time(untilAt),
    endedAt: time(endedAt),
    createdAt: time(createdAt)!,
  }
}

/**
 * Parses the start and end of a substitution. The start defaults to now, the end to none (null). Throws when the end
 * is not later than the start or lies in the past.
 */
function readPeriod(
  given: { from: string | undefined; until: string | undefined },
  now: Date,
): { from: Date; until: Date | null } {
  const from = given.from === undefined ? now : requestTime(given.from, 'from')
  const until = given.until === undefined ? null : requestTime(given.until, 'until')
  if (until !== null && given.from !== undefined && until <= from)
    throw substitutionWrongPeriod('"until" must be later than "from"', { field: 'until' })
  if (until !== null && until <= now) throw substitutionWrongPeriod('"until" is in the past', { field: 'until' })
  return { from, until }
}
