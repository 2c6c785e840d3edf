import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import type { RemovedField } from '../../applications/stored-applications.ts'

/** Records that values of a removed field are stored under `keptAs`. */
export async function addRemovedField(
  tx: Tx,
  app: string,
  { keptAs, entry, at }: RemovedField & { readonly at: Date },
): Promise<void> {
  await tx.rows(sql`insert into dropped_field (app, kept_as, entry, dropped_at)
    values (${app}, ${keptAs}, ${JSON.stringify(entry)}::jsonb, ${at})`)
}

export async function renameRemovedField(tx: Tx, app: string, from: string, to: string): Promise<void> {
  await tx.rows(sql`update dropped_field set kept_as = ${to} where app = ${app} and kept_as = ${from}`)
}

export async function deleteRemovedField(tx: Tx, app: string, keptAs: string): Promise<void> {
  await tx.rows(sql`delete from dropped_field where app = ${app} and kept_as = ${keptAs}`)
}

/** Returns the fields that were removed before a time, in applications without an element under a legal hold. */
export async function fieldsRemovedBefore(reader: Reader, before: Date): Promise<{ app: string; kept_as: string }[]> {
  return reader.rows(sql`
    select f.app, f.kept_as from dropped_field f where f.dropped_at < ${before} and not exists (
      select from legal_hold h left join registration r on r.case_id = h.case_id
      where h.lifted_at is null and f.app in (h.app, r.app))`)
}
