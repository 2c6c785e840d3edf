import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

export interface Binding {
  readonly extension: string
  readonly userId: string
}

/** Returns the bindings of a module in the order in which they were given. */
export async function bindingsOf(reader: Reader, module: string): Promise<Binding[]> {
  return reader.rows<Binding>(sql`
    select extension, user_id as "userId" from telephony_binding where module = ${module} order by place`)
}

/** Locks the module against concurrent changes of its bindings. Returns false when the module does not exist. */
export async function lockModule(tx: Tx, module: string): Promise<boolean> {
  return (await tx.row(sql`select code from module where code = ${module} for update`)) !== undefined
}

/**
 * Locks users until the transaction ends, so that none is blocked meanwhile. Returns whether each user is blocked, by
 * id.
 */
export async function lockUsers(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const rows = await tx.rows<{ id: string; blocked: boolean }>(sql`
    select id, status = 3 as blocked from users where id = any(${[...new Set(ids)]}::uuid[]) and deleted_at is null
    order by id for share`)
  return new Map(rows.map(({ id, blocked }) => [id, blocked]))
}

/** Replaces all bindings of a module. */
export async function replaceBindings(tx: Tx, module: string, bindings: readonly Binding[]): Promise<void> {
  await tx.rows(sql`delete from telephony_binding where module = ${module}`)
  await tx.rows(sql`
    insert into telephony_binding (module, extension, user_id, place)
    select ${module}, extension, user_id, place
    from unnest(${bindings.map(({ extension }) => extension)}::text[], ${bindings.map(({ userId }) => userId)}::uuid[])
      with ordinality given (extension, user_id, place)`)
}
