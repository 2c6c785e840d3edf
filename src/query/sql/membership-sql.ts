import { type Sql, sql } from '../../foundation/db/sql.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import type { Compared, ListValue, UnnestedList } from '../conditions/plan.ts'
import type { ValueSql } from './comparison-sql.ts'
import { boundList, boundValue, collation, entriesOf, inKind, valuesOf } from './value-sql.ts'

/**
 * The maximum number of values for which one `@>` for each value is faster than unnesting the list. `@>` can also use
 * an index.
 */
const fewValues = 8

export function valueIsAnySql({ sql: value, kind }: ValueSql, constants: readonly Compared[]): Sql {
  // A constant in whole seconds covers the entire second, as in a comparison with one moment.
  const compared = kind === 'timestamp' ? sql`date_trunc('second', ${value})` : value
  const one = constants.length === 1 ? boundValue(kind, constants[0]!) : sql`any (${boundList(kind, constants)})`
  // The collation lets an index serve the test, as in a comparison with one constant.
  return sql`${compared}${collation(kind)} = ${one}`
}

export function listHasAnySql({ json, only, type, hasAny, kind }: ListValue, constants: readonly Compared[]): Sql {
  if (only) return valueIsAnySql({ sql: only, kind }, constants)
  if (hasAny) return hasAny(kind === 'item' ? constants.map(String) : constants.filter(isUuid))
  const holding = (constant: Compared) => JSON.stringify([type.holding(constant as string)])
  if (constants.length === 1) return sql`${json} @> ${holding(constants[0]!)}::jsonb`
  if (constants.length <= fewValues) return sql`${json} @> any (${constants.map(holding)}::jsonb[])`
  return sql`exists (select from ${entriesOf(json)} v where ${type.entry(sql`v`)} = any (${boundList(kind, constants)}))`
}

export function listHasAllSql({ json, only, type, kind }: ListValue, constants: readonly Compared[]): Sql {
  if (only) return new Set(constants).size > 1 ? sql`false` : valueIsAnySql({ sql: only, kind }, constants)
  if (constants.length <= fewValues)
    return sql`${json} @> ${JSON.stringify(constants.map((each) => type.holding(each as string)))}::jsonb`
  // `@>` compares each value with each entry. For a long list the comparisons take seconds for a single row, and
  // PostgreSQL cannot cancel the query meanwhile.
  const entry = type.entry(sql`v`)
  const found = sql`select count(distinct ${entry}) from ${entriesOf(json)} v where ${entry} = any (${boundList(kind, constants)})`
  return sql`(${found}) = ${new Set(constants).size}::int`
}

/**
 * Returns the SQL that tests a value for one of the prefixes. The prefixes are one bound list, because PostgreSQL
 * cannot nest thousands of conditions.
 */
export function startsWithAnySql(value: Sql, prefixes: readonly string[]): Sql {
  if (prefixes.length === 1) return sql`starts_with(${value}, ${prefixes[0]}::text)`
  return sql`(regexp_substr(${value}, '^[^:]*:[^:]*:') = any (${prefixes}::text[]))`
}

/**
 * Returns the SQL that tests whether a single value occurs in a list. A uuid column is compared with an array of ids,
 * so that its index is used when `parent` or a sub-query makes the column the inner side of the join.
 */
export function inListSql({ sql: value, kind }: ValueSql, list: UnnestedList): Sql {
  const values = valuesOf(list, list.alias)
  if (kind !== 'uuid') {
    return sql`exists (select from ${values.from} where ${values.value} = ${inKind(value, kind, list.kind)})`
  }
  const ids = sql`select ${values.value}::uuid from ${values.from} where ${values.value} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`
  return sql`${value} = any (array(${ids}))`
}

/** Returns the SQL that tests whether two lists have a value in common. */
export function overlapSql(left: UnnestedList, right: UnnestedList): Sql {
  const values = valuesOf(left, left.alias)
  const others = valuesOf(right, right.alias)
  return sql`exists (select from ${values.from} where ${values.value} in (select ${others.value} from ${others.from}))`
}
