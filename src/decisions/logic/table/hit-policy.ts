import { compileFeel, decimalOf, equals, type FeelValue, isIn, isList } from '../../../feel/index.ts'
import type { DecisionRun } from '../decision-run.ts'

/** The outputs of a rule that matched. */
export interface Match {
  /** The number of the rule; undefined for the default outputs. */
  readonly rule: number | undefined
  /** One value per output column. */
  readonly outputs: readonly FeelValue[]
  /** The value of the rule: the only output, or a context of all outputs. */
  readonly value: FeelValue
}

export interface HitPolicy {
  /** Whether the result is the first rule that matches. */
  readonly isFirst?: boolean
  /** Whether the result depends on the order of the lists of output values. */
  readonly isOrdered?: boolean
  /** Returns the result of the table. `what` names the table in failures. */
  result(matches: readonly Match[], run: DecisionRun, what: string): FeelValue
}

const single = (matches: readonly Match[]): FeelValue => matches[0]?.value ?? null
const all = (matches: readonly Match[]): FeelValue => matches.map(({ value }) => value)

/** The hit policies by their DMN names (8.2.8 to 8.2.10). */
export const hitPolicies: Readonly<Record<string, HitPolicy>> = {
  UNIQUE: {
    result(matches, run, what) {
      if (matches.length <= 1) return single(matches)
      return run.fail(`${what}: ${rulesOf(matches)} match, but the hit policy UNIQUE allows only one rule to match`)
    },
  },
  ANY: {
    result(matches, run, what) {
      const different = matches.find(({ value }) => equals(value, matches[0]!.value, run) !== true)
      if (different === undefined) return single(matches)
      const rules = rulesOf([matches[0]!, different])
      return run.fail(`${what}: ${rules} match with different outputs, but the hit policy ANY requires equal outputs`)
    },
  },
  FIRST: { isFirst: true, result: single },
  PRIORITY: { isOrdered: true, result: single },
  'OUTPUT ORDER': { isOrdered: true, result: all },
  'RULE ORDER': { result: all },
  COLLECT: { result: all },
}

/** The aggregations of the hit policy COLLECT by name. */
export const aggregations: Readonly<Record<string, HitPolicy>> = {
  COUNT: { result: (matches) => decimalOf(matches.length) },
  SUM: aggregation('sum'),
  MIN: aggregation('min'),
  MAX: aggregation('max'),
}

function aggregation(name: 'sum' | 'min' | 'max'): HitPolicy {
  const compiled = compileFeel(`${name}(outputs)`, { names: { outputs: { list: 'Any' } } })
  return {
    result(matches, run, what) {
      if (matches.length === 0) return null
      const { value } = compiled.evaluate(new Map([['outputs', all(matches)]]), run)
      return value ?? run.fail(`${what}: the outputs of ${rulesOf(matches)} have no ${name}`)
    },
  }
}

/** Sorts matches by the positions of their outputs in the lists of output values, column by column. */
export function inOutputOrder(
  matches: readonly Match[],
  orders: readonly (FeelValue | undefined)[],
  run: DecisionRun,
): readonly Match[] {
  const ranked = matches.map((match) => ({
    match,
    ranks: orders.map((order, index) => positionIn(order, match.outputs[index]!, run)),
  }))
  ranked.sort(
    (a, b) => a.ranks.map((rank, index) => rank - b.ranks[index]!).find((difference) => difference !== 0) ?? 0,
  )
  return ranked.map(({ match }) => match)
}

/** Returns the position of a value in a list of output values. A value that is not in the list comes last. */
function positionIn(order: FeelValue | undefined, value: FeelValue, run: DecisionRun): number {
  if (order === undefined || !isList(order)) return 0
  const position = order.findIndex((item) => isIn(value, item, run) === true)
  return position < 0 ? order.length : position
}

function rulesOf(matches: readonly Match[]): string {
  const numbers = matches.map(({ rule }) => rule ?? 'default')
  if (numbers.length === 1) return `rule ${numbers[0]}`
  const listed = numbers.length > 10 ? [...numbers.slice(0, 10), '…'] : numbers
  return `rules ${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}`
}
