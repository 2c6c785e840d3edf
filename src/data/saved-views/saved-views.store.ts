import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { shownName } from '../../foundation/db/user-name.ts'

/** A saved view as it is stored. */
export interface StoredView {
  readonly id: string
  /** The id of the application. */
  readonly app: string
  readonly owner: string
  readonly ownerName: string
  readonly name: string
  readonly search: string
  readonly sharedWith: readonly string[]
}

const columns = sql`v.id::text, v.app::text, v.owner::text, v.name, v.search, v.shared_with::text[] as "sharedWith",
  coalesce((select ${shownName(sql`u`)} from users u where u.id = v.owner), '') as "ownerName"`

/** Returns the views that a user owns or that are shared with one of the ids, by name. */
export function viewsFor(reader: Reader, { userId, ids }: { userId: string; ids: readonly string[] }) {
  return reader.rows<StoredView>(sql`
    select ${columns} from saved_view v where v.owner = ${userId} or v.shared_with && ${ids}::uuid[]
    order by lower(v.name), v.id`)
}

export async function viewById(reader: Reader, id: string): Promise<StoredView | undefined> {
  return reader.row<StoredView>(sql`select ${columns} from saved_view v where v.id = ${id}`)
}

/** Reads a view and locks it until the transaction ends. */
export async function lockView(tx: Tx, id: string): Promise<StoredView | undefined> {
  return tx.row<StoredView>(sql`select ${columns} from saved_view v where v.id = ${id} for update of v`)
}

export async function countViews(reader: Reader, owner: string): Promise<number> {
  const row = await reader.row<{ n: number }>(sql`select count(*)::int as n from saved_view where owner = ${owner}`)
  return row!.n
}

/** Inserts a view, or replaces the name, the search and the groups of a view. */
export async function putView(tx: Tx, view: Omit<StoredView, 'ownerName'>, at: Date): Promise<void> {
  const { id, app, owner, name, search, sharedWith } = view
  await tx.rows(sql`
    insert into saved_view (id, app, owner, name, search, shared_with, created_at, updated_at)
    values (${id}, ${app}, ${owner}, ${name}, ${search}, ${sharedWith}::uuid[], ${at}, ${at})
    on conflict (id) do update set name = excluded.name, search = excluded.search, shared_with = excluded.shared_with,
      updated_at = excluded.updated_at`)
}

export async function deleteView(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from saved_view where id = ${id}`)
}

/** Returns which of the ids are ids of groups. */
export async function groupsAmong(reader: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(
    sql`select id::text from user_group where id = any (${ids}::uuid[]) and deleted_at is null`,
  )
  return rows.map(({ id }) => id)
}
