import type { CompiledExpression, FeelValue, Variables } from '../../../feel/index.ts'
import { attributeOf, type DmnElement } from '../../source/dmn-element.ts'
import type { DecisionRun, EvaluatedTable } from '../decision-run.ts'
import { coerce, type LogicKind, type Place } from '../logic.ts'
import { aggregations, type HitPolicy, hitPolicies, inOutputOrder, type Match } from './hit-policy.ts'
import { type InputColumn, type OutputColumn, readInputs, readOutputs, refusalOf } from './read-columns.ts'
import { type Rule, readRules } from './read-rules.ts'

/** `<decisionTable>`: rules with tests of the inputs and values of the outputs. */
export const decisionTable: LogicKind = {
  names: ['decisionTable'],
  compile(element, place) {
    const policy = readPolicy(element, place)
    const inputs = readInputs(element, place)
    const outputs = readOutputs(element, place, { isOrdered: policy.isOrdered === true })
    if (policy !== hitPolicies[nameOfPolicy(element)] && outputs.length > 1) {
      place.scope.refuse(element, `the table "${place.owner.name}" has several outputs, which cannot be aggregated`)
    }
    const rules = readRules(element, place, { inputs, outputs })
    const table = new Table({ owner: place.owner, policy, inputs, outputs, rules })
    return { evaluate: (variables, run) => table.evaluate(variables, run) }
  },
}

const nameOfPolicy = (table: DmnElement): string => attributeOf(table, 'hitPolicy') ?? 'UNIQUE'

function readPolicy(table: DmnElement, { scope }: Place): HitPolicy {
  const name = nameOfPolicy(table)
  const aggregation = attributeOf(table, 'aggregation')
  if (!Object.hasOwn(hitPolicies, name)) {
    scope.refuse(table, `the hit policy "${name}" is unknown; use ${Object.keys(hitPolicies).join(', ')}`)
    return hitPolicies.UNIQUE!
  }
  if (aggregation === undefined) return hitPolicies[name]!
  if (name !== 'COLLECT') scope.refuse(table, `the aggregation ${aggregation} needs the hit policy COLLECT`)
  if (!Object.hasOwn(aggregations, aggregation)) {
    const known = Object.keys(aggregations).join(', ')
    scope.refuse(table, `the aggregation "${aggregation}" is unknown; use ${known}`)
  }
  return aggregations[aggregation] ?? hitPolicies.COLLECT!
}

interface TableParts {
  readonly owner: Place['owner']
  readonly policy: HitPolicy
  readonly inputs: readonly InputColumn[]
  readonly outputs: readonly OutputColumn[]
  readonly rules: readonly Rule[]
}

class Table {
  readonly #parts: TableParts
  readonly #what: string

  constructor(parts: TableParts) {
    this.#parts = parts
    this.#what = `table "${parts.owner.name}"`
  }

  evaluate(variables: Variables, run: DecisionRun): FeelValue {
    const { owner, policy, inputs, outputs } = this.#parts
    const failures = run.failures.length
    const values = this.#inputValues(variables, run)
    if (run.failures.length > failures) return null
    const rules = this.#matching(values, variables, run)
    const evaluated: EvaluatedTable = {
      element: owner.id,
      name: owner.name,
      inputs: inputs.map(({ label }, index) => ({ name: label, value: values[index]! })),
      rules: rules.map(({ shown }) => shown),
    }
    run.tables.push(evaluated)
    const matches = rules.map((rule) => this.#match(rule.outputs, { rule: rule.number, variables, run }))
    if (matches.length === 0 && outputs.some((output) => output.default !== undefined)) {
      const defaults = outputs.map((output) => output.default)
      matches.push(this.#match(defaults, { rule: undefined, variables, run }))
    }
    if (run.failures.length > failures) return null
    const orders = outputs.map(({ order }) => order?.evaluate(variables, run).value)
    const result = policy.result(policy.isOrdered ? inOutputOrder(matches, orders, run) : matches, run, this.#what)
    if (run.failures.length === failures) evaluated.output = result
    return result
  }

  #inputValues(variables: Variables, run: DecisionRun): readonly FeelValue[] {
    return this.#parts.inputs.map(({ expression, type, allowed, what }) => {
      const title = `${this.#what}, ${what}`
      const value = coerce(expression!.evaluate(variables, run).value, type, run, title)
      const refusal = refusalOf(allowed, value, { variables, run })
      return refusal === undefined ? value : run.fail(`${title}: ${refusal}`)
    })
  }

  #matching(values: readonly FeelValue[], variables: Variables, run: DecisionRun): readonly Rule[] {
    const found: Rule[] = []
    for (const rule of this.#parts.rules) {
      run.charge(1)
      const isMatch = rule.tests.every((test, column) => {
        return test === undefined || test.evaluate(values[column]!, variables, run).value === true
      })
      if (isMatch) found.push(rule)
      if (isMatch && this.#parts.policy.isFirst) break
    }
    return found
  }

  #match(
    cells: readonly (CompiledExpression | undefined)[],
    {
      rule,
      variables,
      run,
    }: { readonly rule: number | undefined; readonly variables: Variables; readonly run: DecisionRun },
  ): Match {
    const columns = this.#parts.outputs
    const outputs = columns.map(({ type, allowed, what }, index) => {
      const title = `${this.#what}, ${rule === undefined ? 'default' : `rule ${rule}`}, ${what}`
      const value = coerce(cells[index]?.evaluate(variables, run).value ?? null, type, run, title)
      const refusal = refusalOf(allowed, value, { variables, run })
      return refusal === undefined ? value : run.fail(`${title}: ${refusal}`)
    })
    const value =
      columns.length === 1 ? outputs[0]! : new Map(columns.map(({ name }, index) => [name, outputs[index]!]))
    return { rule, outputs, value }
  }
}
