import { type RowFilter, rowFilterSql } from '../../../access/index.ts'
import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { join, type Sql, sql } from '../../../foundation/db/sql.ts'
import { type Address, type Stamp, stamps } from '../../../solutions/index.ts'
import type { Program } from '../../engine/index.ts'
import type { TemplateSettings } from './template-settings.ts'
import type { TemplateUse } from './template-uses.ts'

/** Sub-select of the templates with a file as a JSON list, each with the templates of its file. */
export const templateRows: Sql = sql`(
  select coalesce(json_agg(jsonb_build_object('namespace', namespace, 'code', code, 'solution', coalesce(solution, ''),
    'id', id, 'name', name, 'version', version, 'hash', hash, 'appliedHash', applied_hash, 'settings', definition,
    'deleted', retired_at is not null, 'wasOpen', was_open, ${stamps},
    'uses', coalesce((select uses from process_version v where v.template = t.id and v.version = t.version), '[]'),
    'templates', (
      select json_agg(jsonb_build_object('id', p.id, 'code', p.code, 'name', p.name,
        'process', v.program -> 'process', 'uses', coalesce(v.uses, '[]')) order by p.part_of nulls first, p.code)
      from process_template p left join process_version v on v.template = p.id and v.version = p.version
      where (p.id = t.id or p.part_of = t.id) and (p.retired_at is null or t.retired_at is not null))
    ) order by namespace, code), '[]')
  from process_template t where part_of is null)`

export interface TemplateRow extends Address {
  readonly id: string
  readonly partOf: string | null
  readonly solution: string | null
  readonly version: number
  readonly hash: string
  readonly retired: boolean
  readonly settings: TemplateSettings
}

const columns = sql`id::text, namespace, code, part_of::text as "partOf", solution, version, hash,
  retired_at is not null as retired, definition::text as settings`

/**
 * Locks and returns the templates of a namespace with these codes, whose case does not matter, and the templates of
 * the file of `main`.
 */
export async function templatesAt(
  tx: Tx,
  namespace: string,
  codes: readonly string[],
  main: string,
): Promise<TemplateRow[]> {
  const folded = codes.map((code) => code.toLowerCase())
  const rows = await tx.rows<Omit<TemplateRow, 'settings'> & { settings: string }>(sql`
    select ${columns} from process_template
    where lower(namespace) = ${namespace.toLowerCase()} and lower(code) = any (${folded}::text[]) or part_of = ${main}
    order by id for update`)
  return rows.map((row) => ({ ...row, settings: JSON.parse(row.settings) }))
}

export interface NewTemplate extends Address {
  readonly id: string
  readonly partOf: string | null
  readonly solution: string | null
  readonly name: string
  readonly settings: TemplateSettings
  readonly version: number
  readonly hash: string
  /** Hash of the file when a solution applies it; null keeps the stored hash. */
  readonly appliedHash: string | null
}

/** Creates or updates a template, or reactivates a retired template. */
export async function putTemplate(tx: Tx, template: NewTemplate, { by, at }: Stamp): Promise<void> {
  const { id, namespace, code, partOf, solution, name, settings, version, hash, appliedHash } = template
  await tx.rows(sql`
    insert into process_template as t (id, namespace, code, part_of, solution, name, definition, version, hash,
      applied_hash, created_at, created_by, updated_at, updated_by)
    values (${id}, ${namespace}, ${code}, ${partOf}, ${solution}, ${name}, ${JSON.stringify(settings)}::jsonb, ${version},
      ${hash}, ${appliedHash}, ${at}, ${by}, ${at}, ${by})
    on conflict (id) do update set part_of = excluded.part_of, solution = excluded.solution, name = excluded.name,
      definition = excluded.definition, version = excluded.version, hash = excluded.hash, retired_at = null,
      applied_hash = coalesce(excluded.applied_hash, t.applied_hash), was_open = false,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`)
}

/** Records that a solution was applied without access rules for the templates that were open before. */
export async function confirmAccess(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.rows(sql`update process_template set was_open = false where id = any (${ids}::uuid[])`)
}

export interface NewVersion {
  readonly template: string
  readonly version: number
  readonly bytes: Uint8Array
  readonly program: Program
  readonly uses: readonly TemplateUse[]
  readonly comment: string | undefined
}

export async function insertVersion(tx: Tx, given: NewVersion, { by, at }: Stamp): Promise<void> {
  const { template, version, bytes, program, uses, comment = null } = given
  await tx.rows(sql`
    insert into process_version (template, version, bpmn, program, format, uses, comment, created_at, created_by)
    values (${template}, ${version}, ${Buffer.from(bytes)}, ${JSON.stringify(program)}::jsonb, ${program.format},
      ${JSON.stringify(uses)}::jsonb, ${comment}, ${at}, ${by})`)
}

/** Retires templates and deactivates their automatic starts. Their instances continue. */
export async function retireTemplates(tx: Tx, ids: readonly string[], { by, at }: Stamp): Promise<void> {
  if (ids.length === 0) return
  await tx.rows(sql`delete from process_start where template = any (${ids}::uuid[])`)
  await tx.rows(sql`
    update process_template set retired_at = ${at}, updated_at = ${at}, updated_by = ${by}
    where id = any (${ids}::uuid[]) and retired_at is null`)
}

export async function runningInstances(reader: Reader, templates: readonly string[]): Promise<number> {
  const row = await reader.row<{ count: string }>(sql`
    select count(*) as count from process_instance
    where template = any (${templates}::uuid[]) and ended_at is null`)
  return Number(row!.count)
}

/** Returns the number of instances that were not called by others and have ended more than `days` days ago. */
export async function removableInstances(reader: Reader, templates: readonly string[], days: number): Promise<number> {
  const row = await reader.row<{ count: string }>(sql`
    select count(*) as count from process_instance
    where template = any (${templates}::uuid[]) and parent is null
      and ended_at < platform_now() - make_interval(days => ${days})`)
  return Number(row!.count)
}

export interface StoredVersion extends Address {
  readonly template: string
  readonly version: number
  readonly format: number
  readonly program: Program
}

/** Returns a version of a template, even of a retired one; undefined for an unknown version. */
export async function storedVersion(
  reader: Reader,
  template: string,
  version: number,
): Promise<StoredVersion | undefined> {
  const row = await reader.row<Omit<StoredVersion, 'program'> & { program: string }>(sql`
    select t.id::text as template, t.namespace, t.code, v.version, v.format, v.program::text as program
    from process_version v join process_template t on t.id = v.template
    where v.template = ${template} and v.version = ${version}`)
  return row && { ...row, program: JSON.parse(row.program) }
}

/** Returns the file of a version. */
export async function fileOfVersion(
  reader: Reader,
  template: string,
  version: number,
): Promise<Uint8Array | undefined> {
  const row = await reader.row<{ file: string }>(sql`
    select encode(bpmn, 'base64') as file from process_version where template = ${template} and version = ${version}`)
  return row && Buffer.from(row.file, 'base64')
}

/** Returns the number of the newest version with a file, by the SHA-256 of the file in hex. */
export async function versionOfHash(reader: Reader, template: string, hash: string): Promise<number | undefined> {
  const row = await reader.row<{ version: number }>(sql`
    select version from process_version
    where template = ${template} and encode(sha256(bpmn), 'hex') = ${hash} order by version desc limit 1`)
  return row?.version
}

/** Returns the newest version of a template at the time when a version of another template was published. */
export async function versionDeployedWith(
  reader: Reader,
  template: string,
  other: { readonly template: string; readonly version: number },
): Promise<number | undefined> {
  const row = await reader.row<{ version: number | null }>(sql`
    select max(version) as version from process_version where template = ${template} and created_at <= (
      select created_at from process_version where template = ${other.template} and version = ${other.version})`)
  return row?.version ?? undefined
}

export async function usesOfVersion(
  reader: Reader,
  template: string,
  version: number,
): Promise<readonly TemplateUse[] | undefined> {
  const row = await reader.row<{ uses: string }>(
    sql`select uses::text as uses from process_version where template = ${template} and version = ${version}`,
  )
  return row && JSON.parse(row.uses)
}

/**
 * Returns the id and the newest version of a template, which the catalog may lack; undefined for a retired template.
 */
export function liveTemplate(
  reader: Reader,
  { namespace, code }: Address,
): Promise<{ id: string; version: number } | undefined> {
  return reader.row(sql`
    select id::text, version from process_template
    where lower(namespace) = ${namespace.toLowerCase()} and lower(code) = ${code.toLowerCase()} and namespace = ${namespace}
      and code = ${code} and retired_at is null and version > 0`)
}

export interface VersionView {
  readonly version: number
  readonly comment: string | null
  readonly createdAt: string
  readonly createdBy: string
  /** Number of running instances; null for callers who do not see all instances. */
  readonly active: number | null
}

/** Returns the versions of a template, newest first, each with the number of its running instances. */
export function versionsOf(reader: Reader, template: string): Promise<VersionView[]> {
  return reader.rows<VersionView>(sql`
    select v.version, v.comment, wire_time(v.created_at) as "createdAt", v.created_by::text as "createdBy",
      coalesce(running.active, 0) as active
    from process_version v left join (select version, count(*)::int as active from process_instance
      where template = ${template} and ended_at is null group by version) running on running.version = v.version
    where v.template = ${template} order by v.version desc`)
}

/** Returns the ids of the templates that are not retired and that at least one of the filters includes. */
export async function templateIds(reader: Reader, filters: readonly RowFilter[]): Promise<ReadonlySet<string>> {
  const any = join(
    filters.map((filter) => rowFilterSql(filter, sql`t`)),
    sql` or `,
  )
  const rows = await reader.rows<{ id: string }>(
    sql`select id::text from process_template t where retired_at is null and (${any})`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Returns the templates that were published by hand in the namespaces of a solution. */
export function publishedByHand(
  reader: Reader,
  solution: string,
): Promise<(Address & { readonly name: string; readonly wasOpen: boolean })[]> {
  return reader.rows(sql`
    select t.namespace, t.code, t.name, t.was_open as "wasOpen" from process_template t
      join namespace n on n.code = split_part(t.namespace, '.', 1)
    where n.solution = ${solution} and n.deleted_at is null and t.solution is null and t.part_of is null
      and t.retired_at is null
    order by t.namespace, t.code`)
}

/** Returns, in their order, the texts that are neither the login, the e-mail nor the id of a user. */
export async function unknownUsers(reader: Reader, texts: readonly string[]): Promise<string[]> {
  if (texts.length === 0) return []
  const rows = await reader.rows<{ text: string }>(sql`
    select t.text from unnest(${texts}::text[]) with ordinality t(text, place)
    where not exists (select from users u where lower(u.login) = lower(t.text) and u.deleted_at is null)
      and not exists (select from users u where u.id = case when t.text ~* ${uuidForm} then t.text::uuid end
        and u.deleted_at is null)
      and not (t.text like '%@%'
        and exists (select from users u where lower(u.email) = lower(t.text) and u.deleted_at is null))
    order by t.place`)
  return rows.map(({ text }) => text)
}

const uuidForm = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
