import type { Authority } from '../../../access/index.ts'
import { type RowFilter, rowFilterSql } from '../../../access/index.ts'
import { Bound, flatten, id, join, literal, type Sql, sql } from '../../../foundation/db/sql.ts'
import {
  type FindSource,
  NarrowRow,
  newestFirst,
  rowText,
  type Source,
  type SourceField,
} from '../../../query/index.ts'
import type { Field } from '../../../values/index.ts'
import type { Application } from '../../applications/application.ts'
import { fieldTable } from '../../applications/field-tables/field-table.ts'
import { shown, shownValue } from '../rights/shown-value.ts'
import { noProcessMembers, processFields, processMembers } from './process-fields.store.ts'
import { systemFields, wideColumn } from './system-fields.ts'

/**
 * Returns the source of an application's elements, with the fields of the application and the system fields. `find`
 * returns the source of an application to which a reference leads. With `authority`, the source has only the rows and
 * fields that the caller may read; a field that is readable in some rows is null in all others.
 */
export function elementSource(application: Application, find: FindSource, authority?: Authority): Source {
  const system = systemFields(application, find)
  const running = processFields(application.id, () => find('_system_catalogs', '_users'))
  const read = readableFields(application, authority)
  const own = read.map(({ field, rule }): SourceField => {
    const target = field.type.refersTo?.(field)
    const isReadable = rule === true
    const isSorted = field.indexed && isReadable && field.type.comparable?.(field).many === false
    const isSortIndexed = isSorted && 'narrow'
    // No index fits a field that is null in some rows, because the field is compared by a more complex expression.
    const isSearched = field.searchable && isReadable
    const column = application.fieldTable?.get(field.code)
    const stored = column && {
      ...column,
      isPlain: isReadable,
      sql: (row: Sql) => shown(sql`${row}.${id(column.name)}`, rule, row),
    }
    const json = (row: Sql): Sql => {
      if (!(row instanceof NarrowRow)) return shownValue(field.code, rule, row)
      if (stored?.holds === 'list') return stored.sql(row)
      return shown(wideColumn(application, row, sql`body -> ${literal(field.code)}`), rule, row)
    }
    const source: SourceField = { field, json, narrow: stored, isSortIndexed, isSearched }
    if (target?.to === 'element') return { ...source, target: () => find(target.namespace, target.code) }
    if (target?.to === 'user') return { ...source, target: () => find('_system_catalogs', '_users') }
    return source
  })
  const app = new Bound(application.id)
  const viewed = authority?.rows('view') ?? true
  return {
    namespace: application.namespace,
    code: application.code,
    relation: sql`element`,
    scope(row, ofMany) {
      // A field table has the elements of one application only.
      const own = row instanceof NarrowRow ? sql`true` : sql`${row}.app = ${app}`
      return viewed === true ? own : sql`${own} and ${rowFilterSql(viewed, row, ofMany)}`
    },
    narrowed: narrowing([viewed]),
    fields: new Map([...system, ...running, ...own].map((field) => [field.field.code, field])),
    order: newestFirst,
    live: (row) => sql`${row}.deleted_at is null`,
    whole: wholeRow(application, system, read),
    id: (row) => sql`${row}.id`,
    narrow: {
      columns: (row) => sql`${row}.id, ${row}.created_at`,
      writes: sql`(select coalesce(sum(writes), 0)::text from element_count where app = ${app})`,
      collectsIds: typeof viewed === 'function' && viewed(sql`e`, true).collectsIds === true,
      counts: {
        all: sql`(select coalesce(sum(all_rows), 0) from element_count where app = ${app})`,
        live: sql`(select coalesce(sum(live), 0) from element_count where app = ${app})`,
      },
      table: application.fieldTable && fieldTable(application),
      indexedShapes: application.indexedShapes,
    },
  }
}

/** Codes of the fields that every element has. */
export const systemFieldCodes: readonly string[] = [
  ...systemFields({ statuses: [] }, () => undefined),
  ...processFields('', undefined),
].map(({ field }) => field.code)

interface ReadField {
  readonly field: Field
  /** The rule for the rows in which the field may be read; never false. */
  readonly rule: RowFilter
}

function readableFields(application: Application, authority: Authority | undefined): ReadField[] {
  return [...application.fields.values()].flatMap((field) => {
    const rule = authority?.field(field.code, 'read') ?? true
    return rule === false ? [] : [{ field, rule }]
  })
}

function narrowing(rules: readonly RowFilter[]): Source['narrowed'] {
  const narrow = rules.filter((rule) => rule !== true)
  const looksElsewhere = narrow.some((rule) => typeof rule === 'function' && rule(sql`e`).looksElsewhere)
  return narrow.length === 0 ? undefined : looksElsewhere ? 'elsewhere' : 'own'
}

/**
 * Returns the row as JSON text. Fields defined after the row was written are null; removed fields are left out. A new
 * row has all fields, and no process runs for it.
 */
function wholeRow(
  application: Application,
  system: readonly SourceField[],
  read: readonly ReadField[],
): Source['whole'] {
  const codes = read.map(({ field }) => field.code)
  const present = new Bound(arrayText(codes))
  const empty = new Bound(JSON.stringify(Object.fromEntries(codes.map((code) => [code, null]))))
  const hidden = [...application.fields.keys()].filter((code) => !codes.includes(code))
  const leftOut = [...application.removedFields, ...hidden]
  const out = leftOut.length === 0 ? undefined : new Bound(arrayText(leftOut))
  const masks = read.filter(({ rule }) => rule !== true)
  const ofRow = (row: Sql, isNew = false): Sql => {
    const all = out ? sql`(${row}.body - ${out}::text[])` : sql`${row}.body`
    const values = masks.map(({ field, rule }) => sql`${literal(field.code)}, ${shownValue(field.code, rule, row)}`)
    const kept = masks.length === 0 ? all : sql`(${all} || jsonb_build_object(${join(values)}))`
    // Merging costs as much as everything else, so only rows that are older than a field are merged with `empty`.
    const merged = sql`(case when ${row}.body ?& ${present}::text[] then ${kept} else ${empty}::text::jsonb || ${kept} end)`
    const body = sql`${isNew ? kept : merged}::text`
    const running = isNew ? noProcessMembers : processMembers(application.id, row)
    return rowText(system, row, ...(codes.length === 0 ? [running] : [running, body]))
  }
  // The condition of a rule may depend on the time, so its SQL is not cached.
  return masks.length === 0 ? keptByAlias(ofRow) : ofRow
}

/** Returns a PostgreSQL array as text. The driver would write it again for each statement. */
function arrayText(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join()}}`
}

/**
 * Caches the SQL by the alias of the rows, because joining the fragments of all fields is the slowest part of `get`.
 */
function keptByAlias(make: Source['whole']): Source['whole'] {
  const known = new Map<string, Sql>()
  return (row, isNew = false) => {
    const [alias] = row.strings
    if (row.parts.length > 0 || alias === undefined) return make(row, isNew)
    const key = isNew ? `${alias} new` : alias
    const made = known.get(key) ?? flatten(make(row, isNew))
    known.set(key, made)
    return made
  }
}
