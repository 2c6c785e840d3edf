import { type Field, readIdCriterion } from '../../values/index.ts'
import { type Condition, type FieldPath, isConstant } from '../condition.ts'
import type { QueryLevel } from '../conditions/query-level.ts'
import { NarrowRow, type Source, type SourceField } from '../source.ts'
import type { ListRequest } from './list-request.ts'

/**
 * What an index must hold so that it serves all lists that differ only in the values of their filters: the codes of
 * fields of a narrow table.
 */
export interface ListShape {
  /** The fields that are tested for one of some values. */
  readonly equal: readonly string[]
  /** The sort keys; empty for the default order of the source. */
  readonly sorted: readonly string[]
  /** The fields of all other conditions, and sort keys whose directions differ. */
  readonly compared: readonly string[]
  /** Whether the lists leave out rows that are not live. */
  readonly isLive: boolean
}

/** A list that an index of its shape would serve. */
interface ShapedList {
  readonly shape: ListShape
  /** Whether the index holds the rows in the order of the list, because each field is tested for one value only. */
  readonly isOrdered: boolean
}

type Test = 'one value' | 'some values' | 'other'

/**
 * Returns the shape of a list that is searched in a narrow table; undefined where no index for a shape would serve it:
 * without a test for equality and without a sort key, with parts that are not joined by AND, with searched texts, or with fields that the
 * caller may read in some rows only.
 */
export function shapeOf(
  { active, ids, sort }: Pick<ListRequest, 'active' | 'ids' | 'sort'>,
  conditions: readonly Condition[],
  { source, row }: QueryLevel,
): ShapedList | undefined {
  if (!(row instanceof NarrowRow) || source.narrowed !== undefined || ids.length > 0) return undefined
  const tests = new Map<string, Test>()
  for (const condition of conjuncts(conditions)) {
    const found = testOf(condition, source)
    if (found === undefined) return undefined
    const known = tests.get(found.code)
    tests.set(found.code, known === undefined || known === found.test ? found.test : 'other')
  }
  const keys = sort.map(({ field }) => field)
  if (keys.some((key) => !isPlain(source.fields.get(key)))) return undefined
  const isOneWay = sort.every(({ ascending }) => ascending === sort[0]!.ascending)
  const equal = [...tests].flatMap(([code, test]) => (test === 'other' ? [] : [code])).toSorted()
  const sorted = isOneWay ? [...new Set(keys)].filter((key) => !equal.includes(key)) : []
  if (equal.length === 0 && sorted.length === 0) return undefined
  const others = new Set([...tests.keys(), ...keys].filter((code) => !equal.includes(code) && !sorted.includes(code)))
  const isOrdered = isOneWay && equal.every((code) => tests.get(code) === 'one value')
  return { shape: { equal, sorted, compared: [...others].toSorted(), isLive: active }, isOrdered }
}

/** Returns the text by which shapes are stored and compared. */
export function shapeKey({ equal, sorted, compared, isLive }: ListShape): string {
  return JSON.stringify({ equal, sorted, compared, isLive })
}

function conjuncts(conditions: readonly Condition[]): Condition[] {
  return conditions.flatMap((condition) => (condition.is === 'and' ? conjuncts(condition.of) : [condition]))
}

function testOf(condition: Condition, source: Source): { code: string; test: Test } | undefined {
  const path = testedPath(condition)
  const [code, ...more] = path?.names ?? []
  const known = code === undefined ? undefined : source.fields.get(code)
  if (code === undefined || known === undefined || more.length > 0 || path?.of || !isPlain(known)) return undefined
  const test = kindOf(condition, known)
  return test && { code, test }
}

function testedPath(condition: Condition): FieldPath | undefined {
  switch (condition.is) {
    case 'criterion':
    case 'empty':
    case 'during':
      return condition.field
    case 'compare':
      return condition.left.is === 'field' && isConstant(condition.right) ? condition.left : undefined
    case 'in':
      return condition.value.is === 'field' && condition.among.is === 'values' ? condition.value : undefined
    default:
      return undefined
  }
}

function kindOf(condition: Condition, { field, column }: SourceField): Test | undefined {
  const read = readTest(condition, field, column?.kind === 'uuid')
  // A moment in whole seconds is compared as the range of that second.
  if (column?.kind !== 'timestamp') return read
  return condition.is === 'in' || read === 'some values' ? undefined : read && 'other'
}

function readTest(condition: Condition, field: Field, isId: boolean): Test | undefined {
  if (condition.is === 'in' && condition.among.is === 'values') return ofCount(condition.among.values.length)
  if (condition.is === 'compare') return condition.operator === '=' ? 'one value' : 'other'
  if (condition.is !== 'criterion') return 'other'
  const read = isId ? readIdCriterion(condition.value, field, true) : field.type.criterion(condition.value, field)
  if (read.is === 'like') return undefined
  if (read.is === 'equal') return 'one value'
  return read.is === 'anyOf' ? ofCount(read.values.length) : 'other'
}

function ofCount(values: number): Test {
  return values === 1 ? 'one value' : 'some values'
}

/**
 * Returns whether the field may be read in every row and has one value there. Not every such field has a column of its
 * own; those that have none get no index.
 */
function isPlain(known: SourceField | undefined): boolean {
  return known?.column !== undefined || (known?.narrow?.isPlain === true && known.narrow.holds !== 'list')
}
