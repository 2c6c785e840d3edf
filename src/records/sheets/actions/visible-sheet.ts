import type { Reader } from '../../../foundation/db/database.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import type { Caller } from '../../../people/index.ts'
import { actingFor } from '../acting.ts'
import { sheetNotFound } from '../errors.ts'
import type { RespondentRow } from '../rows/respondent-rows.store.ts'
import type { SheetRow } from '../rows/sheet-rows.store.ts'
import type { SheetContext } from '../sheet-deps.ts'

export const sheetMissing = (id: string): Error => sheetNotFound(`sheet "${id.slice(0, 100)}" not found`)

/**
 * Throws `sheet.not_found` unless the caller may see a sheet: as an administrator, as a reader of its element, as the
 * initiator, or as a respondent or substitute.
 */
export async function requireVisible(
  { apps }: Pick<SheetContext, 'apps'>,
  reader: Reader,
  caller: Caller,
  { sheet, respondents }: { readonly sheet: SheetRow; readonly respondents: readonly RespondentRow[] },
): Promise<void> {
  if (caller.administrator || sheet.createdBy === caller.userId) return
  if (respondents.some((one) => actingFor(caller, one) !== undefined)) return
  const application = apps.catalog.applicationById(sheet.app)
  if (application === undefined) throw sheetMissing(sheet.id)
  try {
    await apps.elements.require(reader, caller, { ...application, id: sheet.element }, 'view')
  } catch (error) {
    if (error instanceof PlatformError && error.status < 500) throw sheetMissing(sheet.id)
    throw error
  }
}
