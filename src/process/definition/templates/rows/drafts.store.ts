import type { Reader, Tx } from '../../../../foundation/db/database.ts'
import { sql } from '../../../../foundation/db/sql.ts'
import type { Address } from '../../../../solutions/index.ts'

/** The unpublished BPMN file of a process. */
export interface DraftRow {
  /** Counted from 1; incremented by every change. */
  readonly revision: number
  readonly xml: string
  /** Version from which the draft was made; null for a new process. */
  readonly baseVersion: number | null
  readonly updatedAt: string
  readonly updatedBy: string
}

export function draftRow(reader: Reader, { namespace, code }: Address): Promise<DraftRow | undefined> {
  return reader.row<DraftRow>(sql`
    select revision::float8 as revision, xml, base_version as "baseVersion", wire_time(updated_at) as "updatedAt",
      updated_by::text as "updatedBy"
    from process_draft where namespace = ${namespace} and code = ${code}`)
}

export interface DraftWrite {
  readonly xml: string
  readonly baseVersion: number | null
  readonly at: Date
  readonly by: string
  /** Revision that the draft must have, 0 for none; undefined for any. */
  readonly expected?: number | undefined
}

/** Writes a draft and returns its revision; undefined when the draft has another revision than the expected one. */
export async function putDraft(tx: Tx, { namespace, code }: Address, draft: DraftWrite): Promise<number | undefined> {
  const { xml, baseVersion, at, by, expected = null } = draft
  const row = await tx.row<{ revision: number }>(sql`
    insert into process_draft as d (namespace, code, revision, xml, base_version, updated_at, updated_by)
    select ${namespace}, ${code}, 1, ${xml}, ${baseVersion}::int, ${at}, ${by}
    where ${expected}::bigint is null or ${expected}::bigint = 0
      or exists (select from process_draft where namespace = ${namespace} and code = ${code})
    on conflict (namespace, code) do update set revision = d.revision + 1, xml = excluded.xml,
      base_version = excluded.base_version, updated_at = excluded.updated_at, updated_by = excluded.updated_by
      where ${expected}::bigint is null or d.revision = ${expected}::bigint
    returning revision::float8 as revision`)
  return row?.revision
}

/** Deletes a draft; returns whether it existed with the expected revision. */
export async function deleteDraft(tx: Tx, { namespace, code }: Address, expected: number | undefined) {
  const row = await tx.row(sql`
    delete from process_draft where namespace = ${namespace} and code = ${code}
      and (${expected ?? null}::bigint is null or revision = ${expected ?? null}::bigint) returning code`)
  return row !== undefined
}
