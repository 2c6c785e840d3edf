import { isUuid } from '../../foundation/kit/ids.ts'
import { isObject } from '../../foundation/kit/json.ts'
import { type Condition, type Constant, type FieldPath, fieldPath, type Operator } from '../condition.ts'
import { refuse } from '../errors.ts'
import { type Budget, spend, spendList } from '../limits.ts'

/**
 * The context in which an operation is read: its budget and depth, and the reader of the filters inside the
 * operation.
 */
export interface OperationContext {
  readonly budget: Budget
  /** The nesting depth of the operation. */
  readonly depth: number
  /** Reads a filter inside `and`, `or` or `not`, one level deeper. */
  readonly readInner: (filter: unknown) => Condition
}

type WrittenOperand = FieldPath | Constant | { is: 'values'; values: readonly Constant[] } | { is: 'nothing' }

const comparisons: Readonly<Record<string, Operator>> = { eq: '=', neq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' }
const flipped: Readonly<Record<Operator, Operator>> = { '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' }
const operations = new Set(['and', 'or', 'not', 'in', 'link', 'like', 'has', 'all', ...Object.keys(comparisons)])

/**
 * Returns whether a key of a filter is an operation. An operation takes a list or an object, so a field with the code
 * `link` can still be filtered by a plain text.
 */
export function isOperation(key: string, value: unknown): boolean {
  return operations.has(key) && typeof value === 'object' && value !== null
}

/**
 * Reads an operation such as `{"eq": [{"field": "f"}, {"const": 1}]}`. The field may be the first or the second
 * operand.
 */
export function readOperation(key: string, value: unknown, { budget, depth, readInner }: OperationContext): Condition {
  spend(budget, depth)
  if (key === 'not') {
    const inner = Array.isArray(value) ? value : [value]
    if (inner.length > 1) throw refuse('"not" takes one condition')
    return { is: 'not', of: readInner(inner[0] ?? {}) }
  }
  if (!Array.isArray(value)) throw refuse(`"${key}" must be a list`)
  if (key === 'and' || key === 'or') return { is: key, of: value.map(readInner) }
  if (value.length !== 2) throw refuse(`"${key}" takes two operands`)
  return readCondition(key, readOperand(value[0], key, budget), readOperand(value[1], key, budget))
}

function readCondition(key: string, first: WrittenOperand, second: WrittenOperand): Condition {
  const operator = comparisons[key]
  if (operator) {
    const condition = readComparison(key, operator, first, second)
    return key === 'neq' ? { is: 'not', of: condition } : condition
  }
  // The order of the operands matters only when both are fields: they are read as "a in b" or "a has b".
  const fields = [first, second].filter((operand) => operand.is === 'field')
  const other = first.is === 'field' ? second : first
  const field = fields[0]
  if (!field) throw refuse(`"${key}" needs a field`)
  if (other.is === 'nothing') return { is: 'empty', field }
  if (key === 'like') {
    if (other.is !== 'value' || typeof other.value !== 'string') throw refuse('"like" takes a field and a text')
    return { is: 'like', field, pattern: other.value, whole: false }
  }
  if (other.is === 'field') {
    if (key === 'all') throw refuse('"all" takes a field and a list')
    return key === 'has' ? { is: 'in', value: other, among: field } : { is: 'in', value: field, among: other }
  }
  const values = other.is === 'values' ? other.values : [other]
  return key === 'all' ? { is: 'all', field, values } : { is: 'in', value: field, among: { is: 'values', values } }
}

function readComparison(key: string, operator: Operator, left: WrittenOperand, right: WrittenOperand): Condition {
  if (left.is === 'nothing' || right.is === 'nothing') {
    const field = left.is === 'nothing' ? right : left
    if (field.is !== 'field' || operator !== '=') throw refuse(`"${key}" cannot compare with null`)
    return { is: 'empty', field }
  }
  if (left.is === 'values' || right.is === 'values') throw refuse(`"${key}" takes one value; write "in" for a list`)
  if (left.is === 'field') return { is: 'compare', operator, left, right }
  return { is: 'compare', operator: flipped[operator], left: right, right: left }
}

function readOperand(operand: unknown, key: string, budget: Budget): WrittenOperand {
  if (operand === null) return { is: 'nothing' }
  if (isObject(operand)) {
    if (typeof operand.field === 'string') return fieldPath(operand.field)
    if ('null' in operand) return { is: 'nothing' }
    if ('const' in operand) return readConst(operand.const, budget)
    if ('list' in operand) return readList(operand.list ?? [], budget)
  }
  throw refuse(`an operand of "${key}" must be {"field": …}, {"const": …}, {"list": […]}, {"null": ""} or null`)
}

function readConst(value: unknown, budget: Budget): WrittenOperand {
  if (value === null) return { is: 'nothing' }
  return Array.isArray(value) ? readList(value, budget) : readConstant(value)
}

function readList(list: unknown, budget: Budget): WrittenOperand {
  if (!Array.isArray(list)) throw refuse('"list" must be a list')
  spendList(budget, list.length)
  return { is: 'values', values: list.map(readConstant) }
}

/**
 * Reads a constant: a text, a number, a boolean, an object `{code}` that stands for its code, or `{namespace, code,
 * id}`, a reference to an element, or without `id` to any element of the application.
 */
function readConstant(value: unknown): Constant {
  if (typeof value === 'string' || typeof value === 'boolean') return { is: 'value', value }
  if (typeof value === 'number' && Number.isFinite(value)) return { is: 'value', value }
  if (isObject(value) && typeof value.code === 'string') {
    if (typeof value.namespace !== 'string') return { is: 'value', value: value.code }
    const item = { is: 'item', namespace: value.namespace, code: value.code } as const
    if (value.id === undefined || value.id === null) return item
    // If a wrong id were ignored, the filter would match every element of the application, or no element.
    if (isUuid(value.id)) return { ...item, id: value.id }
    throw refuse('the id of {namespace, code, id} must be a uuid')
  }
  throw refuse('a constant must be a text, a number, true, false or {namespace, code, id}')
}
