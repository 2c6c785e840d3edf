import { recordAudit } from '../../foundation/audit/index.ts'
import type { Transaction } from '../../foundation/db/database.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { disposalRefused } from '../errors.ts'
import type { OpenCase } from '../nomenclature/cases.store.ts'
import { administeredCase, type CasesDeps, writeCase } from '../nomenclature/cases.ts'
import { dayAt } from '../numbers/reset-period.ts'
import { insertAct } from './disposal.store.ts'
import { heldCases } from './holds.store.ts'

export interface DisposalInput {
  /** Number of the act, as it is on paper. */
  readonly number: string
  readonly caseIds: readonly string[]
  readonly comment?: string | undefined
}

/**
 * Creates the function that disposes of cases by an act. The act covers all of the cases or none: every case must be
 * closed or archived, past its retention (or kept only until it is replaced) and under no legal hold. The function
 * returns the id of the act.
 */
export function createDispose({ database, clock, timeZone }: CasesDeps) {
  return (caller: Caller, { number, caseIds, comment = '' }: DisposalInput): Promise<string> =>
    database.transaction(async (tx) => {
      const today = dayAt(clock.nowMs(), timeZone)
      const cases = await openAll(tx, caller, caseIds)
      const held = new Set(
        await heldCases(
          tx,
          cases.map(({ id }) => id),
        ),
      )
      const refused = cases.flatMap((one) => {
        const reason = held.has(one.id) ? 'it is under a legal hold' : notDue(one, today)
        return reason === undefined ? [] : [{ id: one.id, name: one.name, reason }]
      })
      if (refused.length > 0)
        throw disposalRefused(`"${refused[0]!.name}" cannot be disposed of: ${refused[0]!.reason}`, { cases: refused })
      const at = new Date(clock.nowMs())
      const id = newId(clock.nowMs())
      await insertAct(
        tx,
        { id, number, comment, by: caller.userId, at },
        cases.map((one) => one.id),
      )
      for (const { rights: _rights, version: _version, ...one } of cases)
        await writeCase(tx, caller, one, { ...one, state: 'disposed' }, at)
      const ids = cases.map((one) => one.id)
      await recordAudit(tx, caller, { object: `disposal-act:${id}`, after: { number, comment, cases: ids } })
      return id
    })
}

async function openAll(tx: Transaction, caller: Caller, ids: readonly string[]): Promise<OpenCase[]> {
  const cases: OpenCase[] = []
  for (const id of [...new Set(ids.map((one) => one.toLowerCase()))].sort())
    cases.push(await administeredCase(tx, caller, id))
  return cases
}

/**
 * Returns why a case may not be disposed of yet; undefined when it may. The retention runs from the end of the year in
 * which the case was closed.
 */
function notDue({ state, retention, closedOn }: OpenCase, today: string): string | undefined {
  if (state !== 'closed' && state !== 'archived') return `it is ${state}; close it first`
  if (retention === null) return 'it has no retention period'
  if (retention.kind === 'permanent') return 'it is kept permanently'
  if (retention.kind === 'until_replaced') return undefined
  const last = Number((closedOn ?? today).slice(0, 4)) + (retention.years ?? 0)
  return Number(today.slice(0, 4)) > last ? undefined : `its retention ends with the year ${last}`
}
