import { recordAudit } from '../../foundation/audit/index.ts'
import type { Transaction } from '../../foundation/db/database.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { directoryNotFound, wrongYear } from '../errors.ts'
import { dayAt } from '../numbers/reset-period.ts'
import type { CaseRow } from './case.ts'
import { type CaseSummary, openCasesOf, summaryOf } from './cases.store.ts'
import { type CasesDeps, insertNewCase, writeCase } from './cases.ts'
import { administeredDirectory } from './directories.ts'

/** What happened to a case when the nomenclature of a year was opened, with the closing summary of the case. */
export interface RolledCase extends CaseSummary {
  readonly id: string
  readonly index: string | null
  readonly name: string
  /** Id of the case that continues this case; null for a transitional case, which stays open. */
  readonly nextId: string | null
}

/**
 * Opens the nomenclature of a year in an office: copies the active cases of earlier years and closes them. Transitional
 * cases stay open and move to the year. A second call finds nothing to do.
 */
export function createRollOver({ database, clock, timeZone }: CasesDeps) {
  return (caller: Caller, officeId: string, year: number): Promise<RolledCase[]> =>
    database.transaction(async (tx) => {
      const today = dayAt(clock.nowMs(), timeZone)
      if (year > Number(today.slice(0, 4)))
        throw wrongYear(`the nomenclature of ${year} is opened in ${year}; today is ${today}`, { field: 'year' })
      const office = await administeredDirectory(tx, caller, officeId)
      if (office.kind !== 'place')
        throw directoryNotFound(`"${office.name}" is a section; give the id of its office`, { field: 'officeId' })
      const at = new Date(clock.nowMs())
      const open = await openCasesOf(tx, office.id, year)
      const nextIds = new Map(open.filter((one) => !one.transitional).map(({ id }) => [id, newId(clock.nowMs())]))
      const rolled: RolledCase[] = []
      for (const one of open) {
        const nextId = nextIds.get(one.id) ?? null
        if (nextId === null) await writeCase(tx, caller, one, { ...one, year }, at)
        else await renew(tx, caller, one, { nextId, nextIds, year, today, at })
        const { id, index, name } = one
        rolled.push({ id, index, name, nextId, ...(await summaryOf(tx, one.id)) })
      }
      const cases = rolled.map(({ id, nextId }) => ({ id, nextId }))
      if (rolled.length > 0)
        await recordAudit(tx, caller, { object: `nomenclature-directory:${office.id}`, after: { year, cases } })
      return rolled
    })
}

interface Renewal {
  readonly nextId: string
  readonly nextIds: ReadonlyMap<string, string>
  readonly year: number
  readonly today: string
  readonly at: Date
}

/**
 * Closes a case and opens its copy. A copy of a case that shares a counter shares that of the copy of the counter's
 * case, or else the same counter.
 */
async function renew(
  tx: Transaction,
  caller: Caller,
  one: CaseRow,
  { nextId, nextIds, year, today, at }: Renewal,
): Promise<void> {
  await writeCase(tx, caller, one, { ...one, state: 'closed', closedOn: today }, at)
  const { registrationSettings: settings } = one
  const serial = settings.through ? (nextIds.get(one.serial) ?? one.serial) : nextId
  const registrationSettings = settings.through ? { ...settings, throughSerialId: serial } : settings
  const copy = { ...one, id: nextId, year, previous: one.id, registrationSettings, serial }
  await insertNewCase(tx, caller, { ...copy, openedOn: today, closedOn: null }, at)
}
