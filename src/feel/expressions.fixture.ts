import assert from 'node:assert/strict'
import type { JsonObject, JsonValue } from '../foundation/kit/json.ts'
import { type CompileOptions, compileFeel } from './compile-feel.ts'
import { fromJson, toJson } from './json.ts'
import { type EvaluationOptions, Run } from './run.ts'
import type { FeelValue } from './values/value.ts'

/** The clock of the tests: 2026-05-01, 12:30 in Berlin. */
export const atNoon: EvaluationOptions = { nowMs: Date.parse('2026-05-01T10:30:00Z'), timeZone: 'Europe/Berlin' }

export const variablesOf = (json: JsonObject): ReadonlyMap<string, FeelValue> =>
  new Map(Object.entries(json).map(([name, value]) => [name, fromJson(value)]))

/** Evaluates an expression with variables and returns its value as JSON. */
function evaluate(text: string, variables: JsonObject = {}): JsonValue {
  return toJson(compileFeel(text).evaluate(variablesOf(variables), atNoon).value, new Run(atNoon))
}

/** Returns the error message of an expression that is refused. */
export function refusal(text: string, options?: CompileOptions): string {
  try {
    compileFeel(text, options)
  } catch (error) {
    assert.ok(error instanceof Error && 'code' in error && error.code === 'expression.wrong_text', String(error))
    return error.message
  }
  return assert.fail(`"${text}" was compiled`)
}

/** Expressions with their values. */
export type Cases = readonly (readonly [expression: string, value: JsonValue, variables?: JsonObject])[]

/** Asserts that every expression has its value. */
export function assertValues(cases: Cases): void {
  for (const [text, expected, variables] of cases) assert.deepEqual(evaluate(text, variables), expected, text)
}
