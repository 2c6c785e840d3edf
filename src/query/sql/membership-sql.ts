import { type Sql, sql } from '../../foundation/db/sql.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import type { Constant } from '../condition.ts'
import { type Draft, type Known, type KnownField, newAlias } from '../conditions/query-level.ts'
import { boundList, boundValue, valueFor } from '../conditions/resolve-constant.ts'
import { collation, inKind, sharedKind } from '../conditions/value-kind.ts'
import { checkText, refuse } from '../errors.ts'
import type { Setting } from '../source.ts'

/** A sub-query: the field that it selects, and its `from … where …`. */
export interface Selected {
  readonly known: KnownField
  readonly rows: Sql
}

/**
 * The number of values up to which one `@>` for each value is faster than unnesting the list. `@>` can also use an
 * index.
 */
const fewValues = 8

/**
 * Returns the SQL that tests whether the value, or any value of a list, is one of the constants. Never true for an
 * empty list of constants.
 */
export function hasAny(known: Known, constants: readonly Constant[], setting: Setting): Sql {
  const whole = constants.filter((constant) => constant.is !== 'item' || constant.id !== undefined)
  const values = whole.map((constant) => valueFor(known, constant, setting))
  const applications = constants.filter((constant) => constant.is === 'item' && constant.id === undefined)
  const tests: Sql[] = []
  if (applications.length > 0) tests.push(isOfAny(known, applications as readonly Item[]))
  if (values.length > 0) tests.push(known.list ? listHasAny(known, values) : valueIsAny(known, values))
  if (tests.length === 0) return sql`false`
  return tests.reduce((all, test) => sql`(${all} or ${test})`)
}

/**
 * Returns the SQL that tests whether the field has each of the constants. Like `in`, the test is never true for an
 * empty list of constants.
 */
export function hasAll(known: Known, constants: readonly Constant[], setting: Setting): Sql {
  const values = constants.map((constant) => valueFor(known, constant, setting))
  if (values.length === 0) return sql`false`
  const { list, kind, value } = known
  if (!list) return sql`${value} = all (${boundList(kind!, values)})`
  if (values.length <= fewValues)
    return sql`${list.json} @> ${JSON.stringify(values.map((each) => list.type.holding(each as string)))}::jsonb`
  // `@>` compares each value with each entry. For a long list that takes seconds within one row, where PostgreSQL
  // cannot be cancelled.
  const entry = list.type.entry(sql`v`)
  const found = sql`select count(distinct ${entry}) from ${entriesOf(list.json)} v where ${entry} = any (${boundList(kind!, values)})`
  return sql`(${found}) = ${new Set(values).size}::int`
}

function valueIsAny({ kind, value }: Known, values: readonly (string | number | boolean)[]): Sql {
  // A constant in whole seconds covers the entire second, as in a comparison with one moment.
  const compared = kind === 'timestamp' ? sql`date_trunc('second', ${value})` : value
  const one = values.length === 1 ? boundValue(kind!, values[0]!) : sql`any (${boundList(kind!, values)})`
  // The collation lets an index serve the test, as in a comparison with one constant.
  return sql`${compared}${collation(kind!)} = ${one}`
}

function listHasAny({ kind, list }: Known, values: readonly (string | number | boolean)[]): Sql {
  const { json, type, hasAny } = list!
  if (hasAny) return hasAny(values.filter(isUuid))
  const holding = (value: string | number | boolean) => JSON.stringify([type.holding(value as string)])
  if (values.length === 1) return sql`${json} @> ${holding(values[0]!)}::jsonb`
  if (values.length <= fewValues) return sql`${json} @> any (${values.map(holding)}::jsonb[])`
  return sql`exists (select from ${entriesOf(json)} v where ${type.entry(sql`v`)} = any (${boundList(kind!, values)}))`
}

type Item = Extract<Constant, { is: 'item' }>

/**
 * Returns the SQL that tests whether a reference points to any element of one of the applications, by the prefix
 * `namespace:code:` of its value.
 */
function isOfAny(known: Known, items: readonly Item[]): Sql {
  if (known.kind !== 'item') {
    throw refuse(`${known.label} is no reference to any application`, items[0]!.at ?? known.at)
  }
  const starts = [...new Set(items.map((item) => checkText(`${item.namespace}:${item.code}:`)))]
  if (known.value) return startsWithAny(known.value, starts)
  const values = valuesOf(known, sql`v`)
  return sql`exists (select from ${values.from} where ${startsWithAny(values.value, starts)})`
}

/**
 * Returns the SQL that tests a value for one of the prefixes. The prefixes are one bound list, because PostgreSQL
 * cannot nest thousands of conditions.
 */
function startsWithAny(value: Sql, starts: readonly string[]): Sql {
  if (starts.length === 1) return sql`starts_with(${value}, ${starts[0]}::text)`
  return sql`(regexp_substr(${value}, '^[^:]*:[^:]*:') = any (${starts}::text[]))`
}

/** Returns the SQL that tests whether two fields have a value in common. */
export function sharesValue(a: Known, b: Known, draft: Draft): Sql {
  const kind = sharedKind(a, b)
  if (a.value && b.value) return sql`${inKind(a.value, a.kind, kind)} = ${inKind(b.value, b.kind, kind)}`
  if (a.value) return isInList(a.value, a.kind, b, draft)
  if (b.value) return isInList(b.value, b.kind, a, draft)
  const values = valuesOf(a, newAlias(draft))
  const others = valuesOf(b, newAlias(draft))
  return sql`exists (select from ${values.from} where ${values.value} in (select ${others.value} from ${others.from}))`
}

/**
 * Returns the SQL that tests whether a single value occurs in a list. A uuid column is compared with an array of ids,
 * so that its index is used when `parent` or a sub-query makes the column the inner side of the join.
 */
function isInList(value: Sql, kind: Known['kind'], list: Known, draft: Draft): Sql {
  const values = valuesOf(list, newAlias(draft))
  if (kind !== 'uuid') {
    return sql`exists (select from ${values.from} where ${values.value} = ${inKind(value, kind, list.kind!)})`
  }
  const ids = sql`select ${values.value}::uuid from ${values.from} where ${values.value} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`
  return sql`${value} = any (array(${ids}))`
}

/**
 * Returns the SQL that tests whether a field has a value that the sub-query selects. The sub-query does not depend on
 * the outer row unless it names `parent`, so PostgreSQL runs it once.
 */
export function inSelected(known: Known, selected: Selected, draft: Draft): Sql {
  const kind = sharedKind(known, selected.known)
  const inner = selectValues(selected, kind, draft)
  if (known.value) return sql`${inKind(known.value, known.kind, kind)} in (${inner})`
  const values = valuesOf(known, newAlias(draft))
  // `is true` makes PostgreSQL hash the selected values. Without it, PostgreSQL joins the few values of each row with
  // all selected values.
  return sql`exists (select from ${values.from} where (${values.value} in (${inner})) is true)`
}

function selectValues({ known, rows }: Selected, kind: NonNullable<Known['kind']>, draft: Draft): Sql {
  if (known.value) return sql`select ${inKind(known.value, known.kind, kind)} ${rows}`
  const values = valuesOf({ ...known, list: { ...known.list!, json: sql`l.json` } }, newAlias(draft))
  return sql`select ${values.value} from (select ${known.list!.json} as json ${rows}) l, ${values.from}`
}

export function numberOfValues(field: KnownField): Sql {
  if (!field.list)
    throw refuse(`${field.label} holds one value; Count is for a field of several or a sub-query`, field.at)
  return sql`(case jsonb_typeof(${field.list.json}) when 'array' then jsonb_array_length(${field.list.json}) else 0 end)`
}

/** Returns the FROM item that gives one row for each value of a list, and the SQL of that value. */
export function valuesOf({ list }: Known, alias: Sql): { from: Sql; value: Sql } {
  return { from: sql`${entriesOf(list!.json)} ${alias}`, value: list!.type.entry(alias) }
}

/**
 * Returns the entries of a JSON list as a set. Unlike `jsonb_array_elements`, the path query never fails: a value that
 * is no list counts as its own only entry.
 */
function entriesOf(json: Sql): Sql {
  return sql`jsonb_path_query(${json}, 'lax $[*]')`
}
