import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Tx } from '../../../foundation/db/database.ts'
import { toWireTime } from '../../../foundation/kit/clock.ts'
import { systemCaller } from '../../../people/index.ts'
import { insertFailure, pathOfTemplate } from './start-failures.store.ts'

/** An automatic start that did not happen. */
export interface StartRefusal {
  readonly template: string
  /** Start event, or `startOn/N`; null for the entries `startOn` of the settings for the application of the element. */
  readonly element: string | null
  readonly item?: { readonly app: string; readonly id: string } | undefined
  /** User who caused the start. */
  readonly by: string
  readonly message: string
  readonly nowMs: number
}

interface RecordOptions {
  /** Whether every failure gets an audit entry, and not only the first one since the publication. */
  readonly isAlwaysAudited: boolean
}

/** Records an automatic start that did not happen in the list of starts of its template and in the audit log. */
export async function recordStartRefusal(
  tx: Tx,
  { template, element, item, by, message, nowMs }: StartRefusal,
  { isAlwaysAudited }: RecordOptions,
): Promise<void> {
  const failure = { at: toWireTime(nowMs), message, ...(item && { item: item.id }) }
  const isFirst = await insertFailure(tx, { template, element, app: item?.app ?? null, failure })
  if (!isFirst && !isAlwaysAudited) return
  await recordAudit(tx, systemCaller(by), {
    object: `process:${await pathOfTemplate(tx, template)}`,
    after: { startRefused: message, element: element ?? '', ...(item && { item: item.id }) },
  })
}
