import type { Reader } from '../../../foundation/db/database.ts'
import { id, join, literal, nothing, type Sql, sql } from '../../../foundation/db/sql.ts'
import { emptyJson } from '../../../values/index.ts'
import type { Application } from '../../applications/application.ts'
import { maybeEmpty } from '../../applications/field-columns.ts'
import { fieldTable } from '../../applications/field-tables/field-table.ts'
import { keyRows } from '../../elements/source/key-rows.ts'
import type { Affected } from '../steps.ts'

/** The number at which counting affected elements stops; a plan then says "more than" this number. */
export const maxCounted = 10_000
/** The numbers of shared values, and of elements that share them, at which looking for them in a field table stops. */
const maxSharedValues = 1_000
const maxSharing = 20_000

/**
 * Counts the elements that a change affects, including deleted ones. Returns at most `maxCounted` + 1. `deployed` is the
 * application before the change.
 */
export async function countAffected(
  reader: Reader,
  affected: Exclude<Affected, { of: 'clash' }>,
  deployed: Application | undefined,
): Promise<number> {
  const found = deployed && inFieldTable(affected, deployed)
  const rows = found ?? sql`select from element where app = ${affected.app} and ${condition(affected)}`
  const row = await reader.row<{ count: string }>(
    sql`select count(*) as count from (${rows} limit ${maxCounted + 1}) affected`,
  )
  return Number(row!.count)
}

/**
 * Returns a query for the affected elements that reads the field table; undefined where the table does not show them. A
 * value that is not in the column may be empty for the column only, so the element decides.
 */
function inFieldTable(affected: Affected, deployed: Application): Sql | undefined {
  const { fieldTable: columns } = deployed
  if (columns === undefined) return undefined
  if (affected.of === 'status') return sql`select from ${fieldTable(deployed)} where status = ${affected.status}`
  const column = affected.of === 'lack' ? columns.get(affected.field) : undefined
  if (affected.of !== 'lack' || column === undefined) return undefined
  return sql`select from ${fieldTable(deployed)} f cross join lateral (
      select from element e where e.app = ${affected.app} and e.id = f.id and ${emptyJson(sql`(e.body -> ${affected.field}::text)`)}
      limit 1) e
    where ${maybeEmpty(column, sql`f`)}`
}

function condition(affected: Exclude<Affected, { of: 'clash' }>): Sql {
  switch (affected.of) {
    case 'elements':
      return sql`true`
    case 'field':
      return sql`body ->> ${affected.field}::text is not null`
    case 'lack':
      return emptyJson(sql`(body -> ${affected.field}::text)`)
    case 'value':
      return sql`body -> ${affected.field}::text @> ${JSON.stringify([{ code: affected.value }])}::jsonb`
    case 'status':
      return sql`status = ${affected.status}`
  }
}

/**
 * Returns at most five values that several live elements share in the fields of a future unique key. `deployed` is the
 * application before the change, whose field table shows which elements can share values.
 */
export async function clashingValues(
  reader: Reader,
  application: Application,
  key: readonly string[],
  deployed?: Application,
): Promise<string[]> {
  const candidates = deployed && sharingElements(deployed, key)
  const { values, isCut } = await findClashes(reader, application, key, candidates)
  // Columns show less than the values of a key, so all elements that were looked at may differ, and others may not.
  return values.length === 0 && isCut ? (await findClashes(reader, application, key)).values : values
}

/** Looks for shared values among the candidates, or without candidates among all elements. */
async function findClashes(
  reader: Reader,
  application: Application,
  key: readonly string[],
  candidates?: Candidates,
): Promise<{ readonly values: string[]; readonly isCut: boolean }> {
  const chosen = candidates === undefined ? nothing : sql` and e.id = any (array(select id from sharing))`
  const row = await reader.row<{ values: string[]; isCut: boolean }>(sql`
    ${candidates?.tables ?? nothing}
    select array(
      select min(shared.parts) from (
        select k.value, ${partsText(key)} as parts from element e cross join lateral ${keysOf(application, key)} as k(key, value)
        where e.app = ${application.id} and e.deleted_at is null and k.value is not null${chosen}
      ) shared group by shared.value having count(*) > 1 order by 1 limit 5) as values,
      ${candidates?.isCut ?? sql`false`} as "isCut"`)
  return row!
}

interface Candidates {
  /** The WITH clause of the table `sharing` with the ids of the candidates. */
  readonly tables: Sql
  /** Tests whether there are more candidates. */
  readonly isCut: Sql
}

/**
 * Returns queries for elements that share their values in the columns of a field table; undefined where the table lacks
 * one of the fields. Elements that share a value of the key are among them, unless there are too many.
 */
function sharingElements(deployed: Application, key: readonly string[]): Candidates | undefined {
  const names = key.map((code) => deployed.fieldTable?.get(code)?.name)
  if (names.some((name) => name === undefined)) return undefined
  const columns = names.map((name) => id(name!))
  const present = columns.map((column) => sql`${column} is not null and ${column}::text not in ('', '[]', 'null')`)
  return {
    tables: sql`with shared_values as materialized (
      select ${join(columns)} from ${fieldTable(deployed)} where deleted_at is null and ${join(present, sql` and `)}
      group by ${join(columns)} having count(*) > 1 limit ${maxSharedValues}
    ), sharing as materialized (
      select id from ${fieldTable(deployed)} join shared_values using (${join(columns)})
      where deleted_at is null limit ${maxSharing}
    )`,
    isCut: sql`(select count(*) from shared_values) = ${maxSharedValues} or (select count(*) from sharing) = ${maxSharing}`,
  }
}

function partsText(key: readonly string[]): Sql {
  const parts = key.map((code) => sql`left(e.body ->> ${literal(code)}, 100)`)
  return parts.reduce((text, part) => sql`${text} || ', ' || ${part}`)
}

export function keysOf(application: Application, key: readonly string[]): Sql {
  return keyRows({ ...application, uniqueKeys: [key] }, sql`e`, false)!
}
