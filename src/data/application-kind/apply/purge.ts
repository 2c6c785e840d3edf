import { recordAudit, systemActor } from '../../../foundation/audit/index.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { lockDefinitions, raiseCatalog } from '../../../solutions/index.ts'
import { deleteValues } from './element-data.store.ts'
import { deleteRemovedField, fieldsRemovedBefore } from './removed-fields.store.ts'

const keptDays = 30

/**
 * Deletes the values of fields that were removed more than 30 days ago, and returns the number of these fields. Skips
 * applications with elements under a legal hold.
 */
export async function purgeRemovedFields(database: Database, nowMs: number): Promise<number> {
  const before = new Date(nowMs - keptDays * 24 * 60 * 60 * 1000)
  if ((await fieldsRemovedBefore(database.reader, before)).length === 0) return 0
  return database.transaction(async (tx) => {
    await lockDefinitions(tx)
    const removed = await fieldsRemovedBefore(tx, before)
    if (removed.length === 0) return 0
    for (const { app, kept_as } of removed) {
      await deleteValues(tx, app, kept_as)
      await deleteRemovedField(tx, app, kept_as)
    }
    await raiseCatalog(tx)
    const fields = removed.map(({ app, kept_as: keptAs }) => ({ app, keptAs }))
    await recordAudit(tx, systemActor, { object: 'elements:proof', after: { cause: 'purge', fields } })
    return removed.length
  })
}
