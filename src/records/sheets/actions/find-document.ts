import type { HeldVersion } from '../../../files/index.ts'
import type { Transaction } from '../../../foundation/db/database.ts'
import { maxShown } from '../../../foundation/kit/errors.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import type { Caller } from '../../../people/index.ts'
import { sheetWrongFile } from '../errors.ts'
import { filesOfElement } from '../rows/sheet-rows.store.ts'
import type { SheetContext } from '../sheet-deps.ts'

/**
 * Returns the file that a sheet is about with its current version, which stays current until the transaction ends:
 * the named file, or else the only file of the element. Throws `sheet.wrong_file` or `files.not_found`.
 */
export async function findDocument(
  { files }: SheetContext,
  tx: Transaction,
  caller: Caller,
  about: { readonly app: string; readonly element: string; readonly fileId?: string | undefined },
): Promise<HeldVersion> {
  const ofElement = await filesOfElement(tx, about)
  const unseen = ofElement.length === 0 ? [] : await files.unseen(tx, caller, ofElement)
  const fileIds = ofElement.filter((id) => !unseen.includes(id))
  const shown = { fileIds: fileIds.slice(0, maxShown) }
  const given = about.fileId?.toLowerCase()
  if (given === undefined && fileIds.length !== 1) {
    const count = fileIds.length === 0 ? 'no file' : 'several files'
    const advice = fileIds.length === 0 ? 'add the document to a field of the element' : 'name one with fileId'
    throw sheetWrongFile(`the element has ${count}; ${advice}`, { field: 'fileId', ...shown })
  }
  if (given !== undefined && !(isUuid(given) && fileIds.includes(given)))
    throw sheetWrongFile(`the element does not hold the file "${given.slice(0, 100)}"`, { field: 'fileId', ...shown })
  return files.versions.hold(tx, caller, given ?? fileIds[0]!)
}
