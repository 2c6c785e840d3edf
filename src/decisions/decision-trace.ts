import { type FeelValue, isContext, isList, Run, toJson, withOffset } from '../feel/index.ts'
import type { JsonObject, JsonValue } from '../foundation/kit/json.ts'
import type { EvaluatedValues } from './decision-model.ts'
import type { EvaluatedTable, MatchedRule } from './logic/decision-run.ts'

/** Limits of the trace of one evaluation, which the history of an instance keeps. */
export const traceLimits = {
  /** Maximum number of characters of one text. */
  maxTextChars: 500,
  /** Maximum number of items of one list, entries of one context, or input columns of one table. */
  maxItems: 20,
  /** Maximum number of levels of lists and contexts inside each other. */
  maxLevels: 5,
  maxTables: 20,
  /** Maximum number of matched rules of one table. */
  maxRules: 20,
  maxMessages: 5,
  /** Maximum number of characters of all texts and values together. */
  maxChars: 20_000,
} as const

/** What the history of an instance keeps about one evaluation of a decision. Long values and lists are cut. */
export interface DecisionTrace {
  /** Path of the DMN file, such as `docs.discount`. */
  readonly path: string
  /** Id of the decision in the file. */
  readonly id: string
  readonly name: string
  readonly version: number
  /** The variables that the decision read. */
  readonly inputs: JsonObject
  /** The decision tables that were evaluated, including those of required decisions, in the order of evaluation. */
  readonly tables: readonly TracedTable[]
  /** Absent if the decision failed. */
  readonly result?: JsonValue
  /** Reasons why the decision failed. */
  readonly failures?: readonly string[]
  /** Reasons why values are null. */
  readonly warnings?: readonly string[]
  /** Whether values, rules or tables were left out or shortened. */
  readonly isCut?: true
}

interface TracedTable {
  /** Id of the decision or business knowledge model. */
  readonly element: string
  readonly name: string
  readonly inputs: readonly { readonly name: string; readonly value: JsonValue }[]
  readonly rules: readonly MatchedRule[]
  /** Number of the rules that matched; `rules` has the first of them. */
  readonly ruleCount: number
  /** Absent if the table failed. */
  readonly output?: JsonValue
}

type About = Pick<DecisionTrace, 'path' | 'id' | 'name' | 'version'>

interface Traced {
  readonly values: EvaluatedValues
  readonly failures: readonly string[]
  readonly warnings: readonly string[]
}

/** Returns the trace of an evaluation. */
export function decisionTrace(about: About, { values, failures, warnings }: Traced): DecisionTrace {
  const cut = new Cut()
  const head = { ...about, id: cut.text(about.id), name: cut.text(about.name) }
  const hasFailed = failures.length > 0
  const result = hasFailed ? {} : { result: cut.value(values.value) }
  const messages = cut.first(failures, traceLimits.maxMessages).map((message) => cut.text(message))
  const inputs = Object.fromEntries(
    cut.first([...values.inputs], traceLimits.maxItems).map(([name, value]) => [cut.text(name), cut.value(value)]),
  )
  const tables = cut.first(values.tables, traceLimits.maxTables).map((table) => tracedTable(table, cut))
  const reasons = cut.first(warnings, traceLimits.maxMessages).map((warning) => cut.text(warning))
  return {
    ...head,
    inputs,
    tables,
    ...result,
    ...(hasFailed && { failures: messages }),
    ...(reasons.length > 0 && { warnings: reasons }),
    ...(cut.isCut && { isCut: true }),
  }
}

function tracedTable({ element, name, inputs, rules, output }: EvaluatedTable, cut: Cut): TracedTable {
  return {
    element: cut.text(element),
    name: cut.text(name),
    inputs: cut
      .first(inputs, traceLimits.maxItems)
      .map((input) => ({ name: cut.text(input.name), value: cut.value(input.value) })),
    rules: cut.first(rules, traceLimits.maxRules).map((rule) => tracedRule(rule, cut)),
    ruleCount: rules.length,
    ...(output !== undefined && { output: cut.value(output) }),
  }
}

function tracedRule({ number, id, annotations }: MatchedRule, cut: Cut): MatchedRule {
  const entries = cut.first(Object.entries(annotations ?? {}), traceLimits.maxItems)
  return {
    number,
    ...(id !== undefined && { id: cut.text(id) }),
    ...(entries.length > 0 && {
      annotations: Object.fromEntries(entries.map(([title, text]) => [cut.text(title), cut.text(text)])),
    }),
  }
}

/** Shortens texts, values and lists to the limits of a trace, and replaces characters that cannot be stored. */
class Cut {
  isCut = false
  #charsLeft: number = traceLimits.maxChars
  /** Converts numbers and temporal values only, so the number of its steps does not matter. */
  readonly #run = new Run({ nowMs: 0, timeZone: 'UTC', budget: Number.POSITIVE_INFINITY })

  /** Returns the first items of a list, or none when the characters of the trace are used up. */
  first<T>(items: readonly T[], max: number): readonly T[] {
    const kept = this.#charsLeft > 0 ? items.slice(0, max) : []
    if (kept.length < items.length) this.isCut = true
    return kept
  }

  text(text: string): string {
    const max = Math.max(Math.min(traceLimits.maxTextChars, this.#charsLeft), 0)
    if (text.length > max) this.isCut = true
    const kept = text.length > max ? `${text.slice(0, max)}…` : text
    this.#charsLeft -= kept.length
    return kept.replaceAll('\0', '\uFFFD').toWellFormed()
  }

  value(value: FeelValue, level = 0): JsonValue {
    if (value === null || typeof value === 'boolean') return value
    if (typeof value === 'string') return this.text(value)
    if (!isList(value) && !isContext(value)) {
      const shown = toJson(value, this.#run, withOffset)
      return typeof shown === 'string' ? this.text(shown) : this.#number(shown)
    }
    if (level >= traceLimits.maxLevels) {
      this.isCut = true
      return '…'
    }
    this.#charsLeft -= 2
    if (isList(value)) return this.first(value, traceLimits.maxItems).map((item) => this.value(item, level + 1))
    const entries = this.first([...value], traceLimits.maxItems)
    return Object.fromEntries(entries.map(([key, entry]) => [this.text(key), this.value(entry, level + 1)]))
  }

  #number<T extends JsonValue>(value: T): T {
    this.#charsLeft -= 8
    return value
  }
}
