import type { Reader, Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { type Address, type Stamp, stamps } from '../../solutions/index.ts'
import type { DecisionSummary } from '../decision-model.ts'

/** A sub-select of the decisions as a JSON list. */
export const decisionRows: Sql = sql`(
  select coalesce(json_agg(jsonb_build_object('namespace', namespace, 'code', code, 'solution', solution, 'name', name,
    'description', description, 'version', version, 'hash', hash, 'summary', summary,
    'deleted', deleted_at is not null, ${stamps}) order by namespace, code), '[]')
  from decision)`

export interface NewDecision extends Address {
  readonly solution: string
  readonly name: string
  readonly description: string
  readonly version: number
  readonly hash: string
  readonly summary: DecisionSummary
}

/** Creates or updates a decision, or restores a removed decision. */
export async function putDecision(tx: Tx, decision: NewDecision, { by, at }: Stamp): Promise<void> {
  const { namespace, code, solution, name, description, version, hash, summary } = decision
  await tx.rows(sql`
    insert into decision (namespace, code, solution, name, description, version, hash, summary, created_at, created_by,
      updated_at, updated_by)
    values (${namespace}, ${code}, ${solution}, ${name}, ${description}, ${version}, ${hash},
      ${JSON.stringify(summary)}::jsonb, ${at}, ${by}, ${at}, ${by})
    on conflict (namespace, code) do update set solution = excluded.solution, name = excluded.name,
      description = excluded.description, version = excluded.version, hash = excluded.hash, summary = excluded.summary,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by, deleted_at = null`)
}

export async function insertDecisionVersion(
  tx: Tx,
  { namespace, code, version, bytes }: Address & { readonly version: number; readonly bytes: Uint8Array },
  { by, at }: Stamp,
): Promise<void> {
  await tx.rows(sql`
    insert into decision_version (namespace, code, version, dmn, created_at, created_by)
    values (${namespace}, ${code}, ${version}, ${Buffer.from(bytes)}, ${at}, ${by})`)
}

export async function removeDecision(tx: Tx, { namespace, code }: Address, { by, at }: Stamp): Promise<void> {
  await tx.rows(sql`
    update decision set deleted_at = ${at}, updated_at = ${at}, updated_by = ${by}
    where namespace = ${namespace} and code = ${code}`)
}

/** Returns the file of a version. */
export async function decisionFile(
  reader: Reader,
  { namespace, code, version }: Address & { readonly version: number },
): Promise<Uint8Array | undefined> {
  const row = await reader.row<{ file: string }>(sql`
    select encode(dmn, 'base64') as file from decision_version
    where namespace = ${namespace} and code = ${code} and version = ${version}`)
  return row && Buffer.from(row.file, 'base64')
}

/**
 * Returns the version of a decision that was current when a version of a process template was published, or the first
 * version if there was none; the newest version if the template is not published.
 */
export async function decisionVersionAt(
  reader: Reader,
  { namespace, code }: Address,
  { template, version }: { readonly template: string; readonly version: number },
): Promise<number | undefined> {
  const row = await reader.row<{ version: number | null }>(sql`
    select coalesce(max(d.version) filter (where d.created_at <= published.at), min(d.version)) as version
    from decision_version d, (select coalesce(max(created_at), 'infinity') as at
      from process_version where template = ${template} and version = ${version}) published
    where d.namespace = ${namespace} and d.code = ${code}`)
  return row?.version ?? undefined
}
