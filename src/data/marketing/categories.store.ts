import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { Stamp } from '../../solutions/index.ts'

export interface Category {
  readonly id: string
  readonly name: string
}

export async function insertCategory(tx: Tx, { id, name }: Category, { by, at }: Stamp): Promise<void> {
  await tx.rows(sql`
    insert into marketing_category (id, name, created_at, created_by) values (${id}, ${name}, ${at}, ${by})`)
}

/** Returns the categories, ordered by name; at most 10,000. */
export async function listCategories(reader: Reader): Promise<Category[]> {
  return reader.rows<Category>(sql`select id, name from marketing_category order by lower(name), id limit 10000`)
}

/** Returns which of the ids are not ids of categories. */
export async function missingCategories(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await reader.rows<{ id: string }>(sql`
    select i.id from unnest(${[...new Set(ids)]}::uuid[]) i (id)
    where not exists (select from marketing_category c where c.id = i.id)`)
  return new Set(rows.map(({ id }) => id))
}
