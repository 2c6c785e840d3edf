import { join, nothing, type Sql, sql } from '../../foundation/db/sql.ts'
import type { Plan, Selected, SelectedRows, SingleValue, TypedValue, ValueKind } from '../conditions/plan.ts'
import { compareSql, compareValuesSql, emptySql, likeSql, type ValueSql } from './comparison-sql.ts'
import {
  inListSql,
  listHasAllSql,
  listHasAnySql,
  overlapSql,
  startsWithAnySql,
  valueIsAnySql,
} from './membership-sql.ts'
import { fromItem, isReferred, visible } from './rows-sql.ts'
import { boundList, inKind, valuesOf } from './value-sql.ts'

/**
 * Returns the SQL of a plan. A comparison with an empty field is null, and WHERE treats null as false. Only NOT has to
 * handle null: `is not true` turns it into true, because people expect `not [a] = 1` to find rows without `a`.
 */
export function planSql(plan: Plan): Sql {
  switch (plan.is) {
    case 'always':
      return plan.value ? sql`true` : sql`false`
    case 'and':
    case 'or':
      return sql`(${join(plan.of.map(planSql), plan.is === 'and' ? sql` and ` : sql` or `)})`
    case 'not':
      return sql`(${planSql(plan.of)}) is not true`
    case 'inverse':
      return sql`not ${planSql(plan.of)}`
    case 'referenced': {
      const { reference, of } = plan
      const { to } = reference
      return sql`exists (select from ${fromItem(to)} where ${isReferred(reference)} and ${visible(to)} and ${planSql(of)})`
    }
    case 'empty':
      return emptySql(plan.of, plan.value)
    case 'compare':
      return compareSql(plan.operator, valueSql(plan.value), plan.constant)
    case 'range':
      return sql`(${join(plan.bounds.map(planSql), sql` and `)})`
    case 'compareValues':
      return compareValuesSql(plan.operator, valueSql(plan.left), valueSql(plan.right), plan.kind)
    case 'like':
      return likeSql(plan.value, plan.pattern)
    case 'anyOf':
      return plan.value.is === 'list'
        ? listHasAnySql(plan.value, plan.constants)
        : valueIsAnySql(valueSql(plan.value), plan.constants)
    case 'ofApplication':
      return ofApplicationSql(plan.value, plan.prefixes)
    case 'allOf':
      return plan.value.is === 'list'
        ? listHasAllSql(plan.value, plan.constants)
        : sql`${valueSql(plan.value).sql} = all (${boundList(plan.value.kind, plan.constants)})`
    case 'inList':
      return inListSql(valueSql(plan.value), plan.list)
    case 'overlap':
      return overlapSql(plan.left, plan.right)
    case 'inSelected':
      return inSelectedSql(plan)
    case 'anySelected':
      return sql`exists (select ${fromRows(plan.rows)} and ${planSql(plan.of)})`
  }
}

function valueSql(value: SingleValue): ValueSql {
  const { kind } = value
  switch (value.is) {
    case 'single':
      return { kind, sql: value.value }
    case 'countOfRows':
      return { kind, sql: sql`(select count(*) ${fromRows(value.rows)})` }
    case 'countOfValues':
      return {
        kind,
        sql: sql`(case jsonb_typeof(${value.json}) when 'array' then jsonb_array_length(${value.json}) else 0 end)`,
      }
  }
}

/**
 * Returns the FROM and WHERE clauses of a sub-query, without its SELECT list. The scope of the sub-query's source is
 * always part of the WHERE clause.
 */
function fromRows(rows: SelectedRows): Sql {
  const where = rows.where ? sql` and ${planSql(rows.where)}` : nothing
  return sql`from ${fromItem(rows)} where ${visible(rows)}${where}`
}

function ofApplicationSql(value: TypedValue, prefixes: readonly string[]): Sql {
  if (value.is !== 'list') return startsWithAnySql(valueSql(value).sql, prefixes)
  const values = valuesOf(value, sql`v`)
  return sql`exists (select from ${values.from} where ${startsWithAnySql(values.value, prefixes)})`
}

/**
 * Returns the SQL that tests whether a field has a value that the sub-query selects. The sub-query does not depend on
 * the outer row unless it names `parent` or `root`; without these, PostgreSQL runs the sub-query once.
 */
function inSelectedSql({ value, selected, kind }: Extract<Plan, { is: 'inSelected' }>): Sql {
  const inner = selectSql(selected, kind)
  if (value.is !== 'list') {
    const own = valueSql(value)
    return sql`${inKind(own.sql, own.kind, kind)} in (${inner})`
  }
  if (value.only) return sql`${inKind(value.only, value.kind, kind)} in (${inner})`
  const values = valuesOf(value, value.alias)
  // `is true` makes PostgreSQL hash the selected values. Without `is true`, PostgreSQL joins the few values of each
  // row with all selected values.
  return sql`exists (select from ${values.from} where (${values.value} in (${inner})) is true)`
}

function selectSql({ value, rows }: Selected, kind: ValueKind): Sql {
  if (value.is !== 'list') {
    const own = valueSql(value)
    return sql`select ${inKind(own.sql, own.kind, kind)} ${fromRows(rows)}`
  }
  if (value.only) return sql`select ${inKind(value.only, value.kind, kind)} ${fromRows(rows)}`
  const values = valuesOf({ type: value.type, json: sql`l.json` }, value.alias)
  return sql`select ${values.value} from (select ${value.json} as json ${fromRows(rows)}) l, ${values.from}`
}
