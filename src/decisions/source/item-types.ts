import {
  type CompiledTests,
  compileUnaryTests,
  convert,
  type FeelType,
  type FeelValue,
  isContext,
  isList,
  kindOf,
  type Run,
  showValue,
} from '../../feel/index.ts'
import type { ModelProblems } from '../../foundation/kit/xml/model-problems.ts'
import { attributeOf, childOf, childrenOf, type DmnElement, idOf, nameOf, textOf } from './dmn-element.ts'

/** The type of a variable: its FEEL type and the values that it allows. */
export interface ItemType {
  readonly name: string
  readonly feel: FeelType
  /** Returns the reason why a value of the FEEL type is not allowed; undefined if it is allowed. */
  readonly refusal?: (value: FeelValue, run: Run) => string | undefined
  /** Text of the tests for the allowed values, as in the file. */
  readonly allowed?: string
  /** Type of the result, for the type of a function. */
  readonly result?: ItemType
}

/** Maximum nesting of types. */
const maxTypeDepth = 50

export const anyType: ItemType = { name: 'Any', feel: 'Any' }

const builtIn: Readonly<Record<string, FeelType>> = {
  Any: 'Any',
  Null: 'Null',
  number: 'number',
  integer: 'number',
  long: 'number',
  double: 'number',
  string: 'string',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  'date and time': 'date and time',
  dateTime: 'date and time',
  'days and time duration': 'days and time duration',
  dayTimeDuration: 'days and time duration',
  'day time duration': 'days and time duration',
  'years and months duration': 'years and months duration',
  yearMonthDuration: 'years and months duration',
  'year month duration': 'years and months duration',
  context: 'Any',
  list: { list: 'Any' },
  function: 'function',
  range: 'range',
}

/** The item definitions of a file. */
export class ItemTypes {
  readonly #definitions = new Map<string, DmnElement>()
  readonly #types = new Map<string, ItemType>()
  /** Names of the types that are being read; used to find types that contain themselves. */
  readonly #open = new Set<string>()
  readonly #problems: ModelProblems
  /** FEEL types by name, for `instance of` and for parameters in expressions. */
  readonly feelTypes: Readonly<Record<string, FeelType>>

  constructor(root: DmnElement, problems: ModelProblems) {
    this.#problems = problems
    for (const definition of childrenOf(root, 'itemDefinition')) {
      const name = nameOf(definition)
      if (name === undefined) problems.add(idOf(definition), 'the item definition has no name')
      else if (this.#definitions.has(name)) problems.add(idOf(definition), `the type "${name}" is defined twice`)
      else this.#definitions.set(name, definition)
    }
    const names = [...this.#definitions.keys()]
    this.feelTypes = Object.fromEntries(names.map((name) => [name, this.#named(name).feel]))
  }

  /** Returns the type that the attribute or child `typeRef` names; Any without `typeRef`. */
  of(element: DmnElement | undefined, attribute = 'typeRef'): ItemType {
    if (element === undefined) return anyType
    const reference = attributeOf(element, attribute) ?? textOf(element, attribute)
    if (reference === undefined) return anyType
    const name = this.#definitions.has(reference) ? reference : reference.slice(reference.indexOf(':') + 1)
    if (this.#definitions.has(name)) return this.#named(name)
    if (Object.hasOwn(builtIn, name)) return { name, feel: builtIn[name]! }
    this.#problems.add(idOf(element), `the type "${reference}" is not defined`)
    return anyType
  }

  #named(name: string): ItemType {
    const known = this.#types.get(name)
    if (known !== undefined) return known
    const definition = this.#definitions.get(name)!
    if (this.#open.has(name) || this.#open.size >= maxTypeDepth) {
      const reason = this.#open.has(name) ? 'contains itself' : `is nested deeper than ${maxTypeDepth} types`
      this.#problems.add(idOf(definition), `the type "${name}" ${reason}`)
      return anyType
    }
    this.#open.add(name)
    const type = { ...this.#read(definition), name }
    this.#open.delete(name)
    this.#types.set(name, type)
    return type
  }

  #read(definition: DmnElement): ItemType {
    const item = this.#readItem(definition)
    const isList = attributeOf(definition, 'isCollection') === 'true'
    const allowed = this.#tests(definition, 'allowedValues', item.feel)
    const checked = allowed === undefined ? item : restricted(item, allowed)
    const type = isList ? listOf(checked) : checked
    const constraint = this.#tests(definition, 'typeConstraint', type.feel)
    return constraint === undefined ? type : restricted(type, constraint)
  }

  #readItem(definition: DmnElement): ItemType {
    const name = nameOf(definition) ?? ''
    const components = childrenOf(definition, 'itemComponent')
    const functionItem = childOf(definition, 'functionItem')
    if (functionItem !== undefined) {
      const parameters = childrenOf(functionItem, 'parameters').map((parameter) => this.of(parameter).feel)
      const result = this.of(functionItem, 'outputTypeRef')
      return { name, feel: { parameters, result: result.feel }, result }
    }
    if (components.length === 0) return this.of(definition)
    return contextOf(
      name,
      components.map((component) => [nameOf(component) ?? '', this.#read(component)] as const),
    )
  }

  #tests(definition: DmnElement, child: string, input: FeelType): Allowed | undefined {
    const text = textOf(childOf(definition, child))
    if (text === undefined) return undefined
    const onMistake = (message: string): void =>
      this.#problems.addMistake(idOf(definition), `allowed values: ${message}`)
    try {
      return { text, tests: compileUnaryTests(text, { names: {}, input, onMistake }) }
    } catch (error) {
      this.#problems.add(idOf(definition), `allowed values: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }
}

interface Allowed {
  readonly text: string
  readonly tests: CompiledTests
}

const noVariables: ReadonlyMap<string, FeelValue> = new Map()

function restricted(type: ItemType, { text, tests }: Allowed): ItemType {
  return {
    ...type,
    allowed: text,
    refusal(value, run) {
      const inner = type.refusal?.(value, run)
      if (inner !== undefined || value === null) return inner
      if (tests.evaluate(value, noVariables, run).value === true) return undefined
      return `${shown(value, run)} is not one of the allowed values ${text}`
    },
  }
}

function listOf(type: ItemType): ItemType {
  const { refusal } = type
  return {
    name: type.name,
    feel: { list: type.feel },
    ...(refusal && {
      refusal: (value: FeelValue, run: Run) => firstOf(isList(value) ? value : [], (item) => refusal(item, run)),
    }),
  }
}

function contextOf(name: string, components: readonly (readonly [string, ItemType])[]): ItemType {
  const checked = components.filter(([, { refusal }]) => refusal !== undefined)
  const feel: FeelType = { context: Object.fromEntries(components.map(([key, type]) => [key, type.feel])) }
  if (checked.length === 0) return { name, feel }
  return {
    name,
    feel,
    refusal(value, run) {
      if (!isContext(value)) return undefined
      return firstOf(checked, ([key, { refusal }]) => {
        const reason = refusal!(value.get(key) ?? null, run)
        return reason === undefined ? undefined : `${key}: ${reason}`
      })
    },
  }
}

function firstOf<T>(items: readonly T[], check: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = check(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns a value as an error message quotes it. */
export function shown(value: FeelValue, run: Run): string {
  const text = typeof value === 'string' ? `"${value}"` : showValue(value, run)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/** Converts a value to a type. Returns the converted value, or the reason why the value does not fit. */
export function fit(value: FeelValue, type: ItemType, run: Run): { readonly value: FeelValue } | string {
  const converted = convert(value, type.feel)
  if (converted === undefined)
    return `${shown(value, run)} is a ${kindOf(value)}, not a value of the type "${type.name}"`
  const reason = converted === null ? undefined : type.refusal?.(converted, run)
  return reason ?? { value: converted }
}
