import { isObject } from '../../foundation/kit/json.ts'
import { type Condition, fieldPath } from '../condition.ts'
import { parseEql } from '../eql/parser.ts'
import { refuse } from '../errors.ts'
import { type Budget, openBudget, spend, spendList } from '../limits.ts'
import { isOperation, readOperation } from './condition-object.ts'

/**
 * Reads a filter of any form: `tf`, condition objects, EQL, and every mix of them. Several keys are joined by AND. An
 * absent filter, null, `{}` and `[]` give undefined. A key that is no known word is an entry of `tf`.
 */
export function readFilter(filter: unknown): Condition | undefined {
  return readFilterPart(filter, openBudget(), 1)
}

function readFilterPart(filter: unknown, budget: Budget, depth: number): Condition | undefined {
  if (isNothing(filter)) return undefined
  if (!isObject(filter)) throw refuse('a filter must be an object')
  const all: Condition[] = []
  const place = { budget, depth, readInner: (inner: unknown) => readNested(inner, budget, depth + 1) }
  for (const key of Object.keys(filter)) {
    const value = filter[key]
    if (key === 'tf') readTable(value, all, budget, depth)
    else if (key === 'eql') addDefined(all, readEql(value, budget, depth))
    else if (isOperation(key, value)) all.push(readOperation(key, value, place))
    else all.push(readCriterion(key, value, budget, depth))
  }
  return all.length > 1 ? { is: 'and', of: all } : all[0]
}

/** Reads a filter inside `and`, `or` or `not`. An empty filter becomes an empty AND, which matches every row. */
function readNested(filter: unknown, budget: Budget, depth: number): Condition {
  spend(budget, depth)
  if (filter === null || filter === undefined) throw refuse('a condition is missing')
  return readFilterPart(filter, budget, depth) ?? { is: 'and', of: [] }
}

function readTable(table: unknown, all: Condition[], budget: Budget, depth: number): void {
  if (isNothing(table)) return
  if (!isObject(table)) throw refuse('"tf" must be an object')
  for (const key of Object.keys(table)) all.push(readCriterion(key, table[key], budget, depth))
}

function readCriterion(key: string, value: unknown, budget: Budget, depth: number): Condition {
  spend(budget, depth)
  if (Array.isArray(value)) spendList(budget, value.length)
  const field = fieldPath(key)
  return value === null ? { is: 'empty', field } : { is: 'criterion', field, value }
}

function readEql(eql: unknown, budget: Budget, depth: number): Condition | undefined {
  if (isNothing(eql)) return undefined
  const query = isObject(eql) ? eql.query : eql
  if (isNothing(query)) return undefined
  if (typeof query !== 'string') throw refuse('"eql" must be {"query": "…"}')
  return parseEql(query, budget, depth)
}

function addDefined(all: Condition[], condition: Condition | undefined): void {
  if (condition) all.push(condition)
}

/** Returns whether a value is absent, null or `[]`. PHP clients write an empty map as `[]`. */
function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}
