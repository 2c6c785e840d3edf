import { PlatformError } from '../../../foundation/kit/errors.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import type { Caller } from '../../../people/index.ts'
import { requireVisible, sheetMissing } from '../actions/visible-sheet.ts'
import { respondentsOf } from '../rows/respondent-rows.store.ts'
import { type SheetRow, sheetById } from '../rows/sheet-rows.store.ts'
import type { SheetContext } from '../sheet-deps.ts'
import { numbersOf, printedTimes, signatories } from './printed-sheet.store.ts'
import { sheetPage } from './sheet-page.ts'

/**
 * Returns the printed form of a sheet. Numbers of the document are shown to callers who can see the document. Throws
 * `sheet.not_found`.
 */
export async function printSheet(context: SheetContext, caller: Caller, id: string): Promise<string> {
  const { database, apps, clock, timeZone } = context
  const { reader } = database
  const sheet = isUuid(id) ? await sheetById(reader, id) : undefined
  if (sheet === undefined) throw sheetMissing(id)
  const respondents = await respondentsOf(reader, sheet.id)
  await requireVisible(context, reader, caller, { sheet, respondents })
  const users = respondents.flatMap(({ userId, substitute }) => [userId, substitute ?? userId])
  const people = await signatories(reader, [...new Set([sheet.createdBy, ...users])])
  const now = new Date(clock.nowMs()).toISOString()
  const times = [sheet.createdAt, sheet.endedAt, now, ...respondents.map(({ endedAt }) => endedAt)]
  const shown = await printedTimes(reader, [...new Set(times.filter((one) => one !== null))], timeZone)
  const time = (at: string | null): string => (at === null ? '' : (shown.get(at) ?? at))
  return sheetPage({
    sheet,
    respondents,
    kind: apps.catalog.applicationById(sheet.app)?.elementName ?? '',
    numbers: (await seesElement(context, caller, sheet)) ? await numbersOf(reader, sheet) : [],
    people,
    time,
    printedAt: time(now),
  })
}

async function seesElement(
  { apps, database }: SheetContext,
  caller: Caller,
  { app, element }: SheetRow,
): Promise<boolean> {
  const application = apps.catalog.applicationById(app)
  if (application === undefined) return false
  try {
    await apps.elements.require(database.reader, caller, { ...application, id: element }, 'view')
    return true
  } catch (error) {
    if (error instanceof PlatformError && error.status < 500) return false
    throw error
  }
}
