import type { Reader } from '../../foundation/db/database.ts'
import { Bound, join, literal, nothing, type Sql, sql } from '../../foundation/db/sql.ts'
import { contains, NarrowRow, nameRank, type SearchTerm } from '../../query/index.ts'
import { folded } from '../../values/index.ts'
import type { OpenedApplication } from '../elements/source/opened-application.ts'
import { type SearchedField, searchedFields } from './searched-fields.store.ts'

/** An element that the search found. */
export interface FoundElement {
  readonly app: string
  readonly id: string
  readonly name: string
  /**
   * The rank of the match. 0: the name equals the term; 1: the name begins with the term; 2: the name contains the
   * term; 3: another field contains the term.
   */
  readonly rank: number
  /** The time of creation in the format of the API. */
  readonly createdAt: string
}

/** A searched field of an element that contains the term. */
export interface FieldMatch {
  readonly app: string
  readonly id: string
  /** The code of the field. */
  readonly field: string
  /** A part of the value that begins at the character `start`, counted from 1. */
  readonly text: string
  readonly start: number
  /** The length of the whole value in characters. */
  readonly length: number
}

const row = sql`e`
const nameContains = (element: Sql, term: SearchTerm): Sql => contains(folded(sql`${element}.name`), term)
const columns = (app: Sql, element: Sql): Sql =>
  sql`${app} as app, ${element}.id, coalesce(${element}.name, '') as name, ${element}.created_at`

/** Returns up to `maxResults` elements whose name contains the term: the best names first, then the newest. */
export function elementsByName(
  reader: Reader,
  opened: readonly OpenedApplication[],
  term: SearchTerm,
  maxResults: number,
): Promise<FoundElement[]> {
  const arms = armsOf(opened, (element, _one) => nameContains(element, term))
  const rank = nameRank(sql`found.name`, term)
  return reader.rows<FoundElement>(found(arms, rank, sql`rank, `, maxResults))
}

/** Returns up to `maxResults` elements that contain the term in a searched field but not in the name, newest first. */
export async function elementsByField(
  reader: Reader,
  opened: readonly OpenedApplication[],
  term: SearchTerm,
  maxResults: number,
): Promise<FoundElement[]> {
  const searched = opened.filter((one) => searchedFields(one, row).length > 0)
  if (searched.length === 0) return []
  const arms = armsOf(searched, (element, one) => {
    const texts = searchedFields(one, element).map((field) => field.contains(term))
    return sql`(${join(texts, sql` or `)}) and (${nameContains(element, term)}) is not true`
  })
  return reader.rows<FoundElement>(found(arms, sql`3`, nothing, maxResults))
}

/** Returns the query for the best elements of all arms. `by` is what precedes the newest in the order. */
function found(arms: readonly Sql[], rank: Sql, by: Sql, maxResults: number): Sql {
  return sql`
    select app, id, name, wire_time(created_at) as "createdAt", ${rank} as rank
    from (${join(arms, sql` union all `)}) found
    order by ${by}created_at desc, id desc limit ${maxResults}`
}

/**
 * Returns a query for each application with a field table, where an index finds the elements, and one for all others,
 * whose elements are few.
 */
function armsOf(opened: readonly OpenedApplication[], condition: (element: Sql, one: OpenedApplication) => Sql): Sql[] {
  const [small, large] = [false, true].map((isLarge) =>
    opened.filter(({ source }) => (source.narrow?.table !== undefined) === isLarge),
  )
  const narrow = new NarrowRow(row)
  const arms = large!.map((one) => {
    const { application, source } = one
    return sql`select ${columns(sql`${literal(application.id)}::uuid`, narrow)} from ${source.narrow!.table} ${narrow}
      where ${source.live(narrow)} and ${condition(narrow, one)} and ${source.scope(narrow)}`
  })
  if (small!.length === 0) return arms
  const apps = small!.map(({ application }) => application.id)
  const cases = small!.map((one) => sql`when ${literal(one.application.id)}::uuid then (${condition(row, one)})`)
  return [
    ...arms,
    sql`select ${columns(sql`e.app`, row)} from element e where e.app = any (${apps}::uuid[]) and e.deleted_at is null
      and case e.app ${join(cases, sql` `)} end and ${visible(small!)}`,
  ]
}

/** Returns, for each of the elements, the first searched field that contains the term. */
export async function fieldMatches(
  reader: Reader,
  opened: readonly OpenedApplication[],
  term: SearchTerm,
  ids: readonly string[],
): Promise<FieldMatch[]> {
  if (ids.length === 0) return []
  const cases = opened.map((one) => {
    const matches = searchedFields(one, row).map((field) => matchJson(field, term))
    return sql`when ${literal(one.application.id)}::uuid then coalesce(${join(matches)})`
  })
  const apps = opened.map(({ application }) => application.id)
  const found = await reader.rows<{ app: string; id: string; place: string }>(sql`
    select app, id, place::text as place from (
      select e.app, e.id, case e.app ${join(cases, sql` `)} end as place from element e
      where e.app = any (${apps}::uuid[]) and e.id = any (${ids}::uuid[]) and e.deleted_at is null and ${visible(opened)}
    ) p where place is not null`)
  return found.map(({ app, id, place }) => ({ app, id, ...(JSON.parse(place) as Omit<FieldMatch, 'app' | 'id'>) }))
}

/** A visible element that a file belongs to. */
export interface HolderOfFile {
  readonly file: string
  readonly app: string
  readonly id: string
  readonly name: string
}

/**
 * Returns, for each of the files, the newest element that the caller sees and that names the file in a field which the
 * caller may read in every element.
 */
export async function holdersOfFiles(
  reader: Reader,
  opened: readonly OpenedApplication[],
  files: readonly string[],
): Promise<HolderOfFile[]> {
  const holding = opened.flatMap((one) => {
    const fields = one.application.filePlaces.filter(({ field }) => one.authority.field(field, 'read') === true)
    return fields.length === 0 ? [] : [{ one, codes: fields.map(({ code }) => code) }]
  })
  if (files.length === 0 || holding.length === 0) return []
  const uses = holding.map(
    ({ one, codes }) => sql`(u.app = ${one.application.id}::uuid and u.field = any (${codes}::text[]))`,
  )
  return reader.rows<HolderOfFile>(sql`
    select distinct on (u.file) u.file, e.app, e.id, coalesce(e.name, '') as name
    from file_use u join element e on e.app = u.app and e.id = u.element
    where u.file = any (${files}::uuid[]) and (${join(uses, sql` or `)}) and e.deleted_at is null
      and ${visible(holding.map(({ one }) => one))}
    order by u.file, e.id desc`)
}

const beforeChars = 60
const snippetChars = 200

/** Returns the SQL of a match in one field, as JSON; null when the field does not contain the term. */
function matchJson({ field, contains, value }: SearchedField, term: SearchTerm): Sql {
  const own = new Bound(term.folded)
  return sql`case when ${contains(term)} then (
    select jsonb_build_object('field', ${literal(field.code)}, 'text', substr(v, start, ${snippetChars}::int),
      'start', start, 'length', length(v))
    from (select v, greatest(1, strpos(${folded(sql`v`)}, ${own}::text) - ${beforeChars}::int) as start
      from (${value(term)}) value (v)) cut limit 1) end`
}

/**
 * Returns the SQL that tests whether the caller may see an element. The scopes are inside a CASE, so that the planner
 * evaluates the scopes for found rows only and never starts the search from them.
 */
function visible(opened: readonly OpenedApplication[]): Sql {
  const free = opened.filter(({ source }) => source.narrowed === undefined).map(({ application }) => application.id)
  const narrowed = opened.filter(({ source }) => source.narrowed !== undefined)
  const all = sql`e.app = any (${free}::uuid[])`
  if (narrowed.length === 0) return all
  const cases = narrowed.map(
    ({ application, source }) => sql`when ${literal(application.id)}::uuid then (${source.scope(row)})`,
  )
  return sql`(case e.app ${join(cases, sql` `)} else ${all} end)`
}
