import { type Sql, sql } from '../db/sql.ts'
import { isUuid } from '../kit/ids.ts'
import type { Constant } from './condition.ts'
import { boundList, boundValue, valueFor } from './constant-sql.ts'
import { checkText, refuse } from './errors.ts'
import { type Draft, type Known, type KnownField, newAlias } from './frame.ts'
import type { Setting } from './source.ts'
import { collation, inKind, sharedKind } from './value-kind.ts'

/** A sub-query: what it selects, and its `from … where …`. */
export interface Selected {
  readonly known: KnownField
  readonly rows: Sql
}

/** Up to here `@>` with each value is quicker than opening the list, and can use an index. */
const fewValues = 8

/** The value, or one of the values, is among the constants; none of an empty list. */
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

/** Each of the constants is there; like `in`, it is never true for an empty list. */
export function hasAll(known: Known, constants: readonly Constant[], setting: Setting): Sql {
  const values = constants.map((constant) => valueFor(known, constant, setting))
  if (values.length === 0) return sql`false`
  const { list, kind, value } = known
  if (!list) return sql`${value} = all (${boundList(kind!, values)})`
  if (values.length <= fewValues)
    return sql`${list.json} @> ${JSON.stringify(values.map((each) => list.type.holding(each as string)))}::jsonb`
  // `@>` compares each value with each entry, seconds for one row, in which it cannot be stopped.
  const entry = list.type.entry(sql`v`)
  const found = sql`select count(distinct ${entry}) from ${entriesOf(list.json)} v where ${entry} = any (${boundList(kind!, values)})`
  return sql`(${found}) = ${new Set(values).size}::int`
}

function valueIsAny({ kind, value }: Known, values: readonly (string | number | boolean)[]): Sql {
  // As in a comparison with one moment, a whole second is all of it.
  const compared = kind === 'timestamp' ? sql`date_trunc('second', ${value})` : value
  const one = values.length === 1 ? boundValue(kind!, values[0]!) : sql`any (${boundList(kind!, values)})`
  // The collation lets an index serve this, as in a comparison with one constant.
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

/** Any element of one of the applications, by the start of `namespace:code:id`. */
function isOfAny(known: Known, items: readonly Item[]): Sql {
  if (known.kind !== 'item') {
    throw refuse(`${known.label} is no reference to any application`, items[0]!.at ?? known.at)
  }
  const starts = [...new Set(items.map((item) => checkText(`${item.namespace}:${item.code}:`)))]
  if (known.value) return startsWithAny(known.value, starts)
  const values = valuesOf(known, sql`v`)
  return sql`exists (select from ${values.from} where ${startsWithAny(values.value, starts)})`
}

/** One bound list, since thousands of conditions are more than PostgreSQL can nest. */
function startsWithAny(value: Sql, starts: readonly string[]): Sql {
  if (starts.length === 1) return sql`starts_with(${value}, ${starts[0]}::text)`
  return sql`(regexp_substr(${value}, '^[^:]*:[^:]*:') = any (${starts}::text[]))`
}

/** Two fields have a value in common. */
export function sharesValue(a: Known, b: Known, draft: Draft): Sql {
  const kind = sharedKind(a, b)
  if (a.value && b.value) return sql`${inKind(a.value, a.kind, kind)} = ${inKind(b.value, b.kind, kind)}`
  if (a.value) return isInList(a.value, a.kind, b, draft)
  if (b.value) return isInList(b.value, b.kind, a, draft)
  const values = valuesOf(a, newAlias(draft))
  const others = valuesOf(b, newAlias(draft))
  return sql`exists (select from ${values.from} where ${values.value} in (select ${others.value} from ${others.from}))`
}

/** An id in a column is looked for in its index, which pays off when `parent` or a sub-query made it the inner side. */
function isInList(value: Sql, kind: Known['kind'], list: Known, draft: Draft): Sql {
  const values = valuesOf(list, newAlias(draft))
  if (kind !== 'uuid') {
    return sql`exists (select from ${values.from} where ${values.value} = ${inKind(value, kind, list.kind!)})`
  }
  const ids = sql`select ${values.value}::uuid from ${values.from} where ${values.value} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`
  return sql`${value} = any (array(${ids}))`
}

/** The inner select does not depend on the outer row unless it names `parent`, so PostgreSQL runs it once. */
export function inSelected(known: Known, selected: Selected, draft: Draft): Sql {
  const kind = sharedKind(known, selected.known)
  const inner = selectValues(selected, kind, draft)
  if (known.value) return sql`${inKind(known.value, known.kind, kind)} in (${inner})`
  const values = valuesOf(known, newAlias(draft))
  // `is true` keeps PostgreSQL from joining the few values of each row with all selected ones; it hashes these instead.
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

/** The values of a list, one row each. */
export function valuesOf({ list }: Known, alias: Sql): { from: Sql; value: Sql } {
  return { from: sql`${entriesOf(list!.json)} ${alias}`, value: list!.type.entry(alias) }
}

/** Unlike jsonb_array_elements it fails on nothing: what is no list is taken for its only entry. */
function entriesOf(json: Sql): Sql {
  return sql`jsonb_path_query(${json}, 'lax $[*]')`
}
