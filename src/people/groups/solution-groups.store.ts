import type { Reader, Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { stamps } from '../../solutions/index.ts'
import { markDeleted, type NewGroup, type Stamp } from './groups.store.ts'

/** A sub-select of the deployed groups with their definitions, as a JSON list in the order of their paths. */
export const deployedGroups: Sql = sql`(
  select coalesce(json_agg(jsonb_build_object('namespace', namespace, 'code', code, 'solution', solution,
    'definition', definition, ${stamps}) order by namespace, code), '[]')
  from user_group where solution is not null)`

/** A group as stored, whether created by a user, a solution or the platform. */
export interface PresentGroup {
  readonly id: string
  /** The path of the group in lower case: `docs.registrars`. */
  readonly path: string
  readonly namespace: string
  readonly name: string
  readonly description: string
  readonly isDefault: boolean
  readonly isRole: boolean
  /** The solution that defines the group; null for a group created by a user or by the platform. */
  readonly solution: string | null
  /**
   * The solution to which the group's namespace belongs; null when it belongs to none, such as the global namespace.
   */
  readonly solutionOfNamespace: string | null
  /** The group's definition as last applied; this file does not interpret it. */
  readonly definition: object | null
  /** The number of direct members of any kind, sub-groups included. */
  readonly members: number
  readonly subGroups: readonly { readonly id: string; readonly fromSolution: boolean }[]
}

/** Returns all groups that are not deleted, by path; none when the reader has no database behind it. */
export async function presentGroups(reader: Reader): Promise<readonly PresentGroup[]> {
  const row = await reader.row<{ groups: string }>(sql`
    select coalesce(json_agg(jsonb_build_object('id', g.id, 'path', lower(g.namespace || '.' || g.code),
      'namespace', g.namespace, 'name', g.name, 'description', g.description, 'isDefault', g.is_default,
      'isRole', g.is_role, 'solution', g.solution, 'definition', g.definition,
      'solutionOfNamespace', (select n.solution from namespace n
        where n.code = g.namespace and n.deleted_at is null),
      'members', (select count(*) from group_member m where m.group_id = g.id),
      'subGroups', (select coalesce(jsonb_agg(jsonb_build_object('id', m.member, 'fromSolution', m.from_solution)
        order by m.member), '[]') from group_member m where m.group_id = g.id and m.kind = 'group')
    ) order by g.namespace, lower(g.code)), '[]')::text as groups
    from user_group g where g.deleted_at is null`)
  return JSON.parse(row?.groups ?? '[]')
}

export interface SolutionGroup extends NewGroup {
  readonly solution: string
  readonly definition: object
}

/** Creates or updates the group of a solution, or restores it after a deletion. Its members are left unchanged. */
export async function putSolutionGroup(tx: Tx, group: SolutionGroup, { by, at }: Stamp): Promise<void> {
  await tx.rows(sql`
    insert into user_group (id, namespace, code, name, description, is_default, is_role, solution, definition,
      created_at, created_by, updated_at, updated_by)
    values (${group.id}, ${group.namespace}, ${group.code}, ${group.name}, ${group.description}, ${group.isDefault},
      ${group.isRole}, ${group.solution}, ${JSON.stringify(group.definition)}::jsonb, ${at}, ${by}, ${at}, ${by})
    on conflict (id) do update set name = excluded.name, description = excluded.description,
      is_default = excluded.is_default, is_role = excluded.is_role, solution = excluded.solution,
      definition = excluded.definition, updated_at = excluded.updated_at, updated_by = excluded.updated_by,
      deleted_at = null`)
}

/** Adds and removes the sub-groups that a definition names. A sub-group that a user added by hand is not removed. */
export async function putSubGroups(
  tx: Tx,
  id: string,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
  { by, at }: Stamp,
): Promise<void> {
  await tx.rows(sql`
    delete from group_member where group_id = ${id} and member = any(${remove}::uuid[]) and from_solution`)
  await tx.rows(sql`
    insert into group_member (group_id, member, kind, from_solution, created_at, created_by)
    select ${id}, member, 'group', true, ${at}, ${by} from unnest(${add}::uuid[]) as new (member)
    on conflict (group_id, member) do nothing`)
}

/** Marks a group of a solution as deleted, removes its members, and detaches it from the solution. */
export async function removeSolutionGroup(tx: Tx, id: string, stamp: Stamp): Promise<void> {
  await markDeleted(tx, id, stamp)
  await tx.rows(sql`update user_group set solution = null, definition = null where id = ${id}`)
}
