import type { Reader } from '../../foundation/db/database.ts'
import { Bound, join, literal, type Sql, sql } from '../../foundation/db/sql.ts'
import { folded } from '../../query/fields/index.ts'
import { contains, type Needle, nameRank } from '../../query/index.ts'
import type { Opened } from '../elements/source/opened-application.ts'
import { type SearchedField, searchedFields } from './searched-fields.store.ts'

/** An element that the search found. */
export interface FoundElement {
  readonly app: string
  readonly id: string
  readonly name: string
  /**
   * The rank of the match. 0: the name equals the needle; 1: the name begins with the needle; 2: the name contains the
   * needle; 3: another field contains the needle.
   */
  readonly rank: number
  /** The time of creation in the format of the API. */
  readonly createdAt: string
}

/** The place in an element where the needle was found. */
export interface Place {
  readonly app: string
  readonly id: string
  readonly field: string
  /** A part of the value that begins at the character `start`, counted from 1. */
  readonly text: string
  readonly start: number
  /** The length of the whole value in characters. */
  readonly length: number
}

const row = sql`e`
const hasName = (needle: Needle): Sql => contains(folded(sql`e.name`), needle)
const columns = sql`e.app, e.id, coalesce(e.name, '') as name, wire_time(e.created_at) as "createdAt"`

/** Returns up to `most` elements whose name contains the needle: the best names first, then the newest. */
export function elementsByName(
  reader: Reader,
  opened: readonly Opened[],
  needle: Needle,
  most: number,
): Promise<FoundElement[]> {
  return reader.rows<FoundElement>(sql`
    select ${columns}, ${nameRank(sql`e.name`, needle)} as rank from element e
    where e.deleted_at is null and ${hasName(needle)} and ${seen(opened)}
    order by rank, e.created_at desc, e.id desc limit ${most}`)
}

/** Returns up to `most` elements that contain the needle in a searched field but not in the name, the newest first. */
export async function elementsByField(
  reader: Reader,
  opened: readonly Opened[],
  needle: Needle,
  most: number,
): Promise<FoundElement[]> {
  const searched = opened.flatMap((one) => {
    const fields = searchedFields(one, row)
    return fields.length === 0 ? [] : [{ one, fields }]
  })
  if (searched.length === 0) return []
  // The application ids are constants: each index covers one application, and a generic plan could not use these
  // indexes with bound ids.
  const arms = searched.map(({ one, fields }) => {
    const texts = fields.map(({ holds }) => holds(needle))
    return sql`(e.app = ${literal(one.application.id)}::uuid and (${join(texts, sql` or `)}))`
  })
  return reader.rows<FoundElement>(sql`
    select ${columns}, 3 as rank from element e
    where (${join(arms, sql` or `)}) and e.deleted_at is null and (${hasName(needle)}) is not true
      and ${seen(searched.map(({ one }) => one))}
    order by e.created_at desc, e.id desc limit ${most}`)
}

/** Returns for each of the elements the first searched field that contains the needle. */
export async function placesOf(
  reader: Reader,
  opened: readonly Opened[],
  needle: Needle,
  ids: readonly string[],
): Promise<Place[]> {
  if (ids.length === 0) return []
  const cases = opened.map((one) => {
    const places = searchedFields(one, row).map((field) => placeIn(field, needle))
    return sql`when ${literal(one.application.id)}::uuid then coalesce(${join(places)})`
  })
  const apps = opened.map(({ application }) => application.id)
  const found = await reader.rows<{ app: string; id: string; place: string }>(sql`
    select app, id, place::text as place from (
      select e.app, e.id, case e.app ${join(cases, sql` `)} end as place from element e
      where e.app = any (${apps}::uuid[]) and e.id = any (${ids}::uuid[]) and e.deleted_at is null and ${seen(opened)}
    ) p where place is not null`)
  return found.map(({ app, id, place }) => ({ app, id, ...(JSON.parse(place) as Omit<Place, 'app' | 'id'>) }))
}

const beforeChars = 60
const snippetChars = 200

function placeIn({ field, holds, shown }: SearchedField, needle: Needle): Sql {
  const own = new Bound(needle.folded)
  return sql`case when ${holds(needle)} then (
    select jsonb_build_object('field', ${literal(field.code)}, 'text', substr(v, start, ${snippetChars}::int),
      'start', start, 'length', length(v))
    from (select v, greatest(1, strpos(${folded(sql`v`)}, ${own}::text) - ${beforeChars}::int) as start
      from (${shown(needle)}) value (v)) cut limit 1) end`
}

/**
 * Returns the SQL that tests whether the caller may see an element. The scopes are inside a CASE, so that the planner
 * evaluates the scopes for found rows only and never starts the search from them.
 */
function seen(opened: readonly Opened[]): Sql {
  const free = opened.filter(({ source }) => source.narrowed === undefined).map(({ application }) => application.id)
  const narrowed = opened.filter(({ source }) => source.narrowed !== undefined)
  const all = sql`e.app = any (${free}::uuid[])`
  if (narrowed.length === 0) return all
  const cases = narrowed.map(
    ({ application, source }) => sql`when ${literal(application.id)}::uuid then (${source.scope(row)})`,
  )
  return sql`(case e.app ${join(cases, sql` `)} else ${all} end)`
}
