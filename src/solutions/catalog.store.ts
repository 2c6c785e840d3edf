import type { AccessSetting } from '../access/schemas.ts'
import type { Reader, Tx } from '../foundation/db/database.ts'
import { sql } from '../foundation/db/sql.ts'
import type { JsonObject } from '../foundation/kit/json.ts'
import { deployedGroups } from '../people/index.ts'
import type { ApplicationDefinition, GroupDefinition, NamespaceDefinition, Solution } from '../data/applications/definition.ts'

/** The user and time of a change. */
export interface Stamp {
  readonly by: string
  readonly at: Date
}

export interface Stamps {
  /** The time of creation in the format of the API: RFC 3339 in whole seconds. */
  readonly createdAt: string
  readonly createdBy: string
  readonly updatedAt: string
  readonly updatedBy: string
}

export interface DefinitionRows {
  readonly version: number
  readonly solutions: readonly (Stamps & { code: string; name: string; version: string; dependencies: string[] })[]
  readonly namespaces: readonly (Stamps & NamespaceDefinition & { solution: string })[]
  /** All applications, including removed ones. */
  readonly applications: readonly (Stamps & ApplicationRow)[]
  /** The groups as they were last applied. */
  readonly groups: readonly { readonly solution: string; readonly definition: GroupDefinition }[]
  readonly accessSettings: readonly AccessRow[]
}

/** An administrators' access setting of a namespace or an application. */
export interface AccessRow {
  readonly path: string
  readonly setting: AccessSetting
  readonly rev: number
}

export interface ApplicationRow {
  readonly id: string
  readonly solution: string
  readonly definition: ApplicationDefinition
  readonly version: number
  readonly deleted: boolean
  /** The removed fields of the application whose values are still stored, oldest first. */
  readonly kept: readonly { readonly keptAs: string; readonly entry: JsonObject }[]
}

const stamps = sql`'createdAt', wire_time(created_at), 'createdBy', created_by, 'updatedAt', wire_time(updated_at), 'updatedBy', updated_by`

/**
 * Reads all definitions in one statement, so that the definitions are consistent even while a solution is being
 * applied.
 */
export async function definitionRows(reader: Reader): Promise<DefinitionRows> {
  const row = await reader.row<{ rows: string }>(sql`
    select json_build_object(
      'version', (select version from catalog),
      'solutions', (select coalesce(json_agg(jsonb_build_object('code', code, 'name', name, 'version', version,
          'dependencies', dependencies, ${stamps}) order by code), '[]') from solution),
      'namespaces', (select coalesce(json_agg(jsonb_build_object('code', code, 'solution', solution, 'name', name,
          'icon', icon, 'order', place, 'visibleTo', visible_to, ${stamps}) order by place, code), '[]') from namespace where deleted_at is null),
      'applications', (select coalesce(json_agg(jsonb_build_object('id', id, 'solution', solution,
          'definition', definition, 'version', version, 'deleted', deleted_at is not null, ${stamps},
          'kept', (select coalesce(jsonb_agg(jsonb_build_object('keptAs', kept_as, 'entry', entry) order by dropped_at, kept_as), '[]')
            from dropped_field where app = application.id)) order by namespace, code), '[]') from application),
      'groups', ${deployedGroups},
      'accessSettings', (select coalesce(json_agg(json_build_object('path', path, 'setting', setting, 'rev', rev)), '[]')
        from access_setting)
    )::text as rows`)
  return JSON.parse(row!.rows)
}

export async function catalogVersion(reader: Reader): Promise<number> {
  const row = await reader.row<{ version: string }>(sql`select version from catalog`)
  return Number(row!.version)
}

/** Locks the definitions: every other apply waits until this transaction ends. */
export async function lockDefinitions(tx: Tx): Promise<void> {
  await tx.rows(sql`select version from catalog for update`)
}

/** Increments the version of the catalog and returns the new version. */
export async function raiseCatalog(tx: Tx): Promise<number> {
  const row = await tx.row<{ version: string }>(sql`update catalog set version = version + 1 returning version`)
  return Number(row!.version)
}

export async function solutionVersion(reader: Reader, code: string): Promise<{ version: string } | undefined> {
  return reader.row<{ version: string }>(sql`select version from solution where code = ${code}`)
}

export async function putSolution(tx: Tx, solution: Solution, { by, at }: Stamp): Promise<void> {
  const { code, name, version, dependencies } = solution
  await tx.rows(sql`
    insert into solution (code, name, version, dependencies, created_at, created_by, updated_at, updated_by)
    values (${code}, ${name}, ${version}, ${JSON.stringify(dependencies)}::jsonb, ${at}, ${by}, ${at}, ${by})
    on conflict (code) do update set name = excluded.name, version = excluded.version,
      dependencies = excluded.dependencies, updated_at = excluded.updated_at, updated_by = excluded.updated_by`)
}

export async function putNamespace(
  tx: Tx,
  solution: string,
  namespace: NamespaceDefinition,
  { by, at }: Stamp,
): Promise<void> {
  const { code, name, icon, order, visibleTo } = namespace
  await tx.rows(sql`
    insert into namespace (code, solution, name, icon, place, visible_to, created_at, created_by, updated_at, updated_by)
    values (${code}, ${solution}, ${name}, ${icon}, ${order}, ${visibleTo && JSON.stringify(visibleTo)}::jsonb, ${at}, ${by}, ${at}, ${by})
    on conflict (code) do update set solution = excluded.solution, name = excluded.name, icon = excluded.icon,
      place = excluded.place, visible_to = excluded.visible_to, updated_at = excluded.updated_at, updated_by = excluded.updated_by, deleted_at = null`)
}

export async function removeNamespace(tx: Tx, code: string, { by, at }: Stamp): Promise<void> {
  await tx.rows(
    sql`update namespace set deleted_at = ${at}, updated_at = ${at}, updated_by = ${by} where code = ${code}`,
  )
}

export interface ApplicationPut {
  readonly id: string
  readonly solution: string
  readonly definition: ApplicationDefinition
  readonly version: number
}

export async function putApplication(tx: Tx, application: ApplicationPut, { by, at }: Stamp): Promise<void> {
  const { id, solution, definition, version } = application
  await tx.rows(sql`
    insert into application (id, namespace, code, solution, definition, version, created_at, created_by, updated_at, updated_by)
    values (${id}, ${definition.namespace}, ${definition.code}, ${solution}, ${JSON.stringify(definition)}::jsonb, ${version},
      ${at}, ${by}, ${at}, ${by})
    on conflict (id) do update set solution = excluded.solution, definition = excluded.definition,
      version = excluded.version, updated_at = excluded.updated_at, updated_by = excluded.updated_by, deleted_at = null`)
}

export async function removeApplication(tx: Tx, id: string, { by, at }: Stamp): Promise<void> {
  await tx.rows(sql`update application set deleted_at = ${at}, updated_at = ${at}, updated_by = ${by},
    version = version + 1 where id = ${id}`)
}

export async function keepDroppedField(
  tx: Tx,
  app: string,
  { keptAs, entry, at }: { keptAs: string; entry: JsonObject; at: Date },
): Promise<void> {
  await tx.rows(sql`insert into dropped_field (app, kept_as, entry, dropped_at)
    values (${app}, ${keptAs}, ${JSON.stringify(entry)}::jsonb, ${at})`)
}

export async function renameDroppedField(tx: Tx, app: string, from: string, to: string): Promise<void> {
  await tx.rows(sql`update dropped_field set kept_as = ${to} where app = ${app} and kept_as = ${from}`)
}

export async function forgetDroppedField(tx: Tx, app: string, keptAs: string): Promise<void> {
  await tx.rows(sql`delete from dropped_field where app = ${app} and kept_as = ${keptAs}`)
}

export async function droppedBefore(reader: Reader, before: Date): Promise<{ app: string; kept_as: string }[]> {
  return reader.rows(sql`select app, kept_as from dropped_field where dropped_at < ${before}`)
}
