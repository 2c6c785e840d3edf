import type { CompiledExpression, CompiledTests, FeelValue } from '../../../feel/index.ts'
import { attributeOf, childOf, childrenOf, type DmnElement, nameOf, textOf } from '../../source/dmn-element.ts'
import { type ItemType, shown } from '../../source/item-types.ts'
import type { DecisionRun } from '../decision-run.ts'
import { type Place, readable } from '../logic.ts'

/** A list of the allowed values of a column. */
export interface AllowedValues {
  readonly text: string
  readonly tests: CompiledTests
}

export interface InputColumn {
  /** Label of the column, or the text of its expression. */
  readonly label: string
  /** Name of the column in messages, such as `input "Age"`. */
  readonly what: string
  readonly expression: CompiledExpression | undefined
  readonly type: ItemType
  readonly allowed: AllowedValues | undefined
}

export interface OutputColumn {
  /** Name of the entry in the result; used only when the table has several outputs. */
  readonly name: string
  /** Name of the column in messages, such as `output "Discount"`. */
  readonly what: string
  readonly type: ItemType
  readonly allowed: AllowedValues | undefined
  /** Output values from the highest priority to the lowest. */
  readonly order: CompiledExpression | undefined
  readonly default: CompiledExpression | undefined
}

/** Reads the input columns of a decision table. */
export function readInputs(table: DmnElement, place: Place): readonly InputColumn[] {
  const { scope, owner } = place
  return childrenOf(table, 'input').map((input, index) => {
    const inner = childOf(input, 'inputExpression')
    const label = attributeOf(input, 'label') ?? textOf(inner) ?? String(index + 1)
    const what = `input "${label}"`
    const text = scope.requiredText(inner ?? input, `the expression of ${what} of the table "${owner.name}"`)
    const expression = text && scope.expression(inner ?? input, text, `${what} of the table "${owner.name}"`)
    if ('camunda:inputVariable' in input.attributes) {
      scope.refuse(input, 'camunda:inputVariable is a setting of another engine; the cells read the input as ?')
    }
    const type = scope.types.of(inner)
    const allowed = readAllowed(childOf(input, 'inputValues'), place, { type, what: `the values of ${what}` })
    return { label, what, expression: expression || undefined, type, allowed }
  })
}

/** Reads the output columns of a decision table. */
export function readOutputs(
  table: DmnElement,
  place: Place,
  { isOrdered }: { readonly isOrdered: boolean },
): readonly OutputColumn[] {
  const { scope, owner } = place
  const outputs = childrenOf(table, 'output')
  const names = new Set<string>()
  const columns = outputs.map((output, index) => {
    const name = nameOf(output) ?? ''
    if (outputs.length > 1 && name === '') scope.refuse(output, `output ${index + 1} of "${owner.name}" has no name`)
    if (names.has(name)) scope.refuse(output, `the table "${owner.name}" has two outputs "${name}"`)
    names.add(name)
    return readOutput(output, place, { name, isOrdered, number: index + 1 })
  })
  if (columns.length === 0) scope.refuse(table, `the table "${owner.name}" has no output`)
  else if (isOrdered && columns.every(({ order }) => order === undefined)) {
    const policy = attributeOf(table, 'hitPolicy')
    scope.refuse(table, `the hit policy ${policy} needs <outputValues>, which list the outputs by their priority`)
  }
  return columns
}

function readOutput(
  output: DmnElement,
  place: Place,
  { name, isOrdered, number }: { readonly name: string; readonly isOrdered: boolean; readonly number: number },
): OutputColumn {
  const { scope } = place
  const what = `output "${name || (attributeOf(output, 'label') ?? number)}"`
  const type = scope.types.of(output)
  const values = childOf(output, 'outputValues')
  const allowed = readAllowed(values, place, { type, what: `the values of ${what}` })
  const listed = textOf(values) ?? type.allowed
  const standard = childOf(output, 'defaultOutputEntry')
  const text = textOf(standard)
  return {
    name,
    what,
    type,
    allowed,
    order:
      isOrdered && listed !== undefined
        ? scope.expression(values ?? output, `[${listed}]`, `the priorities of ${what}`)
        : undefined,
    default: text === undefined ? undefined : scope.expression(standard!, text, `the default of ${what}`),
  }
}

function readAllowed(
  values: DmnElement | undefined,
  { scope }: Place,
  { type, what }: { readonly type: ItemType; readonly what: string },
): AllowedValues | undefined {
  const text = textOf(values)
  const tests = text === undefined ? undefined : scope.tests(values!, text, { input: readable(type.feel), what })
  return tests && { text: text!, tests }
}

/** Returns the reason why a value of a column is not allowed; undefined if it is allowed. Null is always allowed. */
export function refusalOf(
  allowed: AllowedValues | undefined,
  value: FeelValue,
  { variables, run }: { readonly variables: Parameters<CompiledTests['evaluate']>[1]; readonly run: DecisionRun },
): string | undefined {
  if (allowed === undefined || value === null) return undefined
  if (allowed.tests.evaluate(value, variables, run).value === true) return undefined
  return `${shown(value, run)} is not one of the values ${allowed.text}`
}
