import type { ElementEvent } from '../../../data/index.ts'
import type { FileEventListener } from '../../../files/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Transaction, Tx } from '../../../foundation/db/database.ts'
import { type Caller, systemCaller } from '../../../people/index.ts'
import {
  type DocumentLoss,
  documentLoss,
  lockSheetOfWait,
  lockSheetsOfElements,
  lockSheetsOfFile,
  type SheetRow,
} from '../rows/sheet-rows.store.ts'
import type { SheetContext } from '../sheet-deps.ts'
import { lockVisible, refuseEnded, requireInitiator } from './on-sheet.ts'
import { cancelLocked } from './settle.ts'

/**
 * Cancels a sheet that is in progress. Allowed for the initiator and administrators. Throws `sheet.not_found`,
 * `sheet.not_allowed` or `sheet.ended`.
 */
export async function cancelSheet(
  context: SheetContext,
  tx: Transaction,
  caller: Caller,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const { sheet } = await lockVisible(context, tx, caller, id)
  requireInitiator(caller, sheet)
  refuseEnded(sheet)
  await cancelAudited(context, tx, caller, { sheet, reason })
}

/**
 * Cancels the sheet of a process activity that no longer waits. Does nothing when no sheet in progress belongs to it.
 */
export async function cancelSheetOf(
  context: SheetContext,
  tx: Transaction,
  caller: Caller,
  { wait, reason }: { readonly wait: string; readonly reason: string },
): Promise<void> {
  const sheet = await lockSheetOfWait(tx, wait)
  if (sheet !== undefined) await cancelAudited(context, tx, caller, { sheet, reason })
}

/** Returns the listener that cancels the sheets about a file when the file gets a new version or is deleted. */
export function cancelOnFileEvents(context: SheetContext): FileEventListener {
  async function cancelAll(tx: Tx, caller: Caller, file: string, reason: string): Promise<void> {
    // An idempotency key is kept with the change of the file.
    const { once: _once, ...actor } = caller
    for (const sheet of await lockSheetsOfFile(tx, file))
      await cancelAudited(context, tx as Transaction, actor, { sheet, reason })
  }
  return {
    versionAdded: (tx, caller, { file, no }) => cancelAll(tx, caller, file, `the file has the new version ${no}`),
    deleted: (tx, caller, file) => cancelAll(tx, caller, file, 'the file was deleted'),
  }
}

/**
 * Cancels the sheets about deleted elements, and about files that their elements no longer hold. `events` are committed
 * changes of elements; the present state of each element decides.
 */
export async function cancelWithoutDocument(
  context: SheetContext,
  tx: Transaction,
  events: readonly ElementEvent[],
): Promise<void> {
  const changed = events.filter(({ kind, changes }) => kind === 'deleted' || Object.keys(changes).length > 0)
  if (changed.length === 0) return
  for (const sheet of await lockSheetsOfElements(tx, changed)) {
    const loss = await documentLoss(tx, sheet)
    if (loss === undefined) continue
    const { by } = changed.findLast(({ app, id }) => app === sheet.app && id === sheet.element)!
    await cancelAudited(context, tx, systemCaller(by), { sheet, reason: reasonOf[loss] })
  }
}

/** Why a sheet without its document is cancelled. */
export const reasonOf: Readonly<Record<DocumentLoss, string>> = {
  'element deleted': 'the element was deleted',
  'file removed': 'the file was replaced or removed from the element',
}

async function cancelAudited(
  context: SheetContext,
  tx: Transaction,
  caller: Caller,
  { sheet, reason }: { readonly sheet: SheetRow; readonly reason: string },
): Promise<void> {
  await cancelLocked(context, tx, sheet, { by: caller.userId, reason })
  await recordAudit(tx, caller, {
    object: `sheet:${sheet.id}`,
    before: { state: sheet.state },
    after: { state: 'cancelled', reason },
  })
}
