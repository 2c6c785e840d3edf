import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

/** The target of a legal hold: a case, or one element. */
export type HoldTarget = { readonly caseId: string } | { readonly app: string; readonly element: string }

export interface HoldView {
  readonly id: string
  readonly caseId: string | null
  readonly element: { readonly namespace: string; readonly code: string; readonly id: string } | null
  readonly reason: string
  readonly placedAt: string
  readonly placedBy: string
  readonly liftedAt: string | null
  readonly liftedBy: string | null
  readonly liftReason: string | null
}

export async function insertHold(
  tx: Tx,
  { id, target, reason, by, at }: { id: string; target: HoldTarget; reason: string; by: string; at: Date },
): Promise<void> {
  const { caseId, app, element } = { caseId: null, app: null, element: null, ...target }
  await tx.rows(sql`
    insert into legal_hold (id, case_id, app, element, reason, placed_at, placed_by)
    values (${id}, ${caseId}, ${app}, ${element}, ${reason}, ${at}, ${by})`)
}

/** Lifts a hold. Returns false when the hold does not exist or was lifted before. */
export async function liftHold(
  tx: Tx,
  { id, reason, by, at }: { id: string; reason: string; by: string; at: Date },
): Promise<boolean> {
  const row = await tx.row(sql`
    update legal_hold set lifted_at = ${at}, lifted_by = ${by}, lift_reason = ${reason}
    where id = ${id} and lifted_at is null returning id`)
  return row !== undefined
}

export async function holds(reader: Reader, id?: string): Promise<HoldView[]> {
  const rows = await reader.rows<Omit<HoldView, 'element'> & { element: string | null }>(sql`
    select h.id, h.case_id as "caseId", h.reason, wire_time(h.placed_at) as "placedAt", h.placed_by as "placedBy",
      wire_time(h.lifted_at) as "liftedAt", h.lifted_by as "liftedBy", h.lift_reason as "liftReason",
      (select jsonb_build_object('namespace', a.namespace, 'code', a.code, 'id', h.element) from application a
        where a.id = h.app)::text as element
    from legal_hold h where ${id === undefined ? sql`true` : sql`h.id = ${id}`}
    order by h.placed_at desc, h.id desc limit 1000`)
  return rows.map((row) => ({ ...row, element: row.element === null ? null : JSON.parse(row.element) }))
}

/** Returns the cases that are under a hold, or in which an element under a hold is registered. */
export async function heldCases(reader: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select c.id from unnest(${ids}::uuid[]) c (id)
    where exists (select from legal_hold h where h.case_id = c.id and h.lifted_at is null)
      or exists (select from registration r join legal_hold h on h.app = r.app and h.element = r.element
        where r.case_id = c.id and h.lifted_at is null)`)
  return rows.map(({ id }) => id)
}
