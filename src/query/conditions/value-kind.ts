import { refuse } from '../errors.ts'
import type { TypedValue, ValueKind } from './plan.ts'
import type { ResolvedValue } from './resolve-path.ts'

/** The family of each kind, as error messages name it. Two values can be compared only within one family. */
const families: Readonly<Record<ValueKind, string>> = {
  text: 'text',
  code: 'text',
  number: 'a number',
  int: 'a number',
  boolean: 'yes or no',
  instant: 'a moment',
  timestamp: 'a moment',
  id: 'an id',
  uuid: 'an id',
  item: 'a reference to any application',
}

const ordered = new Set<ValueKind>(['text', 'code', 'number', 'int', 'instant', 'timestamp'])

export function kindName(kind: ValueKind): string {
  return families[kind]
}

export function isOrdered(kind: ValueKind): boolean {
  return ordered.has(kind)
}

/** Returns the value of an operand. Throws a 400 when the operand can only be tested for being empty. */
export function typed({ value, label, at }: ResolvedValue): TypedValue {
  if (value === undefined) throw refuse(`${label} can only be tested for being empty`, at)
  return value
}

/** Returns the kind in which both operands can be written. Throws a 400 when the operands cannot be compared. */
export function sharedKind(a: ResolvedValue, b: ResolvedValue): ValueKind {
  const [left, right] = [typed(a).kind, typed(b).kind]
  if (families[left] !== families[right]) {
    throw refuse(`${a.label} is ${families[left]} and ${b.label} is ${families[right]}`, b.at ?? a.at)
  }
  if (left === right) return left
  if (families[left] === 'an id') return 'id'
  return families[left] === 'a moment' ? 'instant' : left
}
