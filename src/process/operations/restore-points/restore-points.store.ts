import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'

/** A restore point, where a delegated activity waits for its answer. */
export interface RestorePointRow {
  readonly id: string
  readonly instance: string
  readonly template: string
  readonly version: number
  readonly element: string
  readonly state: 'open' | 'used' | 'expired' | 'revoked'
  readonly attempts: number
  /**
   * Hash of the answer that used the restore point; null without such an answer, also when a request was answered at
   * once.
   */
  readonly answerHash: string | null
}

/** Returns a restore point; undefined for an unknown id. */
export function restorePoint(reader: Reader, id: string): Promise<RestorePointRow | undefined> {
  return reader.row<RestorePointRow>(sql`
    select id::text, instance::text, template::text, version, element, state, attempts, answer_hash as "answerHash"
    from process_restore_point where id = ${id}`)
}

/** Returns the context of an instance and the values that the request of its restore point contained. */
export async function givenValues(
  reader: Reader,
  { instance, id }: Pick<RestorePointRow, 'instance' | 'id'>,
): Promise<{ readonly context: Record<string, unknown>; readonly input: unknown }> {
  const found = await reader.row<{ context: string; input: string }>(sql`
    select i.context::text as context, p.input::text as input
    from process_restore_point p join process_instance i on i.id = p.instance
    where p.instance = ${instance} and p.id = ${id}`)
  return { context: JSON.parse(found?.context ?? '{}'), input: JSON.parse(found?.input ?? 'null') }
}

/**
 * Stores the hash of the answer that uses a restore point. The state of the restore point is written together with that
 * of the instance.
 */
export async function keepAnswer(
  tx: Tx,
  { instance, id }: Pick<RestorePointRow, 'instance' | 'id'>,
  hash: string,
): Promise<void> {
  await tx.rows(sql`update process_restore_point set answer_hash = ${hash} where instance = ${instance} and id = ${id}`)
}

/** Returns when a restore point expires; undefined without a time limit. */
export async function expiryOf(reader: Reader, instance: string, id: string): Promise<Date | undefined> {
  const found = await reader.row<{ at: string | null }>(
    sql`select expires_at::text as at from process_restore_point where instance = ${instance} and id = ${id}`,
  )
  return found?.at ? new Date(found.at) : undefined
}

/** Returns whether a predicate on templates is true for the template of a restore point. */
export async function isOfTemplate(reader: Reader, template: string, test: (template: Sql) => Sql): Promise<boolean> {
  const found = await reader.row(
    sql`select 1 as one from process_restore_point p where p.template = ${template} and ${test(sql`p.template`)} limit 1`,
  )
  return found !== undefined
}
