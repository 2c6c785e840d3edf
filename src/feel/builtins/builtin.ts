import type { Run } from '../run.ts'
import { convert } from '../values/conforms.ts'
import type { Decimal } from '../values/decimal.ts'
import type { DaysTimeDuration, FeelDate, FeelDateTime, FeelTime, YearsMonthsDuration } from '../values/temporal.ts'
import type { FeelType } from '../values/types.ts'
import {
  type FeelContext,
  type FeelFunction,
  type FeelList,
  type FeelRange,
  type FeelValue,
  isList,
} from '../values/value.ts'

/** The types of parameters by name. `any` accepts every value, including null. */
interface ParameterTypes {
  any: FeelValue
  number: Decimal
  string: string
  boolean: boolean
  date: FeelDate
  time: FeelTime
  'date and time': FeelDateTime
  'days and time duration': DaysTimeDuration
  'years and months duration': YearsMonthsDuration
  list: FeelList
  context: FeelContext
  range: FeelRange
  function: FeelFunction
}
type TypeName = keyof ParameterTypes

/**
 * `type` for a parameter, `type?` for an optional one (undefined when omitted or null), `...any` for all further ones.
 */
type Specification = TypeName | `${TypeName}?` | '...any'
type ValueOf<S> = S extends TypeName
  ? ParameterTypes[S]
  : S extends `${infer T extends TypeName}?`
    ? ParameterTypes[T] | undefined
    : FeelList

/** One form of a built-in function: its parameters in order, and its implementation. */
export interface Signature {
  readonly name: string
  readonly parameters: readonly {
    readonly name: string
    readonly type: FeelType
    readonly isOptional: boolean
    readonly isRest: boolean
  }[]
  readonly call: (args: Record<string, unknown>, run: Run) => FeelValue
}

/**
 * Declares one form of a built-in function. `call` receives the arguments by name, converted to the declared types. A
 * form whose arguments cannot be converted is not called.
 */
export function define<const P extends Readonly<Record<string, Specification>>>(
  name: string,
  parameters: P,
  call: (args: { [K in keyof P]: ValueOf<P[K]> }, run: Run) => FeelValue,
): Signature {
  return {
    name,
    parameters: Object.entries(parameters).map(([key, specification]) => ({
      name: key,
      type: typeOf(specification.replace('?', '').replace('...', '') as TypeName),
      isOptional: specification.endsWith('?'),
      isRest: specification.startsWith('...'),
    })),
    call: call as Signature['call'],
  }
}

function typeOf(name: TypeName): FeelType {
  if (name === 'any') return 'Any'
  if (name === 'list') return { list: 'Any' }
  return name === 'context' ? { context: {} } : name
}

/** Returns the arguments of a signature from values by position; undefined when they do not fit. */
export function bind(signature: Signature, values: readonly FeelValue[]): Record<string, unknown> | undefined {
  const args: Record<string, unknown> = {}
  const { parameters } = signature
  if (values.length > parameters.length && parameters.at(-1)?.isRest !== true) return undefined
  for (let index = 0; index < parameters.length; index++) {
    const { name, type, isOptional, isRest } = parameters[index]!
    if (isRest) {
      args[name] = values.slice(index)
      return values.length > index ? args : undefined
    }
    const value = index < values.length ? values[index]! : undefined
    if (value === undefined || (value === null && isOptional)) {
      if (!isOptional) return undefined
      continue
    }
    const converted = type === 'Any' ? value : value === null ? undefined : convert(value, type)
    if (converted === undefined || (converted === null && type !== 'Any')) return undefined
    args[name] = converted
  }
  return args
}

/** Returns the text of a signature for messages: `substring(string, start position, length?)`. */
export function showSignature({ name, parameters }: Signature): string {
  const shown = parameters.map((one) => `${one.isRest ? '...' : ''}${one.name}${one.isOptional ? '?' : ''}`)
  return `${name}(${shown.join(', ')})`
}

/**
 * Returns the items of the only argument if it is a list, as in `sum([1, 2])`; otherwise returns the arguments
 * themselves, as in `sum(1, 2)`.
 */
export function itemsOf(items: FeelList): FeelList {
  return items.length === 1 && isList(items[0]!) ? items[0] : items
}
