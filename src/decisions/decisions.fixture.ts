import assert from 'node:assert/strict'
import type { JsonObject, JsonValue } from '../foundation/kit/json.ts'
import { ModelRefused } from '../foundation/kit/xml/model-problems.ts'
import { compileDecisions } from './compile-decisions.ts'
import { type DecisionResult, evaluateDecision } from './decision-model.ts'
import { type DecisionTrace, decisionTrace } from './decision-trace.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const attributes = (given: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(given)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escaped(value)}"`]))
    .join('')

/** Returns a DMN file with these elements. */
export const dmn = (...elements: readonly string[]): Uint8Array =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="file" name="Test" namespace="urn:test">
${elements.join('\n')}</definitions>`)

const text = (content: string): string => `<text>${escaped(content)}</text>`
export const literal = (expression: string): string => `<literalExpression>${text(expression)}</literalExpression>`
export const input = (name: string, typeRef?: string): string =>
  `<inputData id="${name}" name="${name}"><variable name="${name}"${attributes({ typeRef })}/></inputData>`

/**
 * Returns a decision whose id is its name. `inputs`, `decisions` and `functions` are the ids of the required
 * elements.
 */
export function decision(
  name: string,
  logic: string,
  { inputs = [], decisions = [], functions = [], typeRef }: Requirements = {},
): string {
  const requirement = (kind: string, child: string) => (id: string) => `<${kind}><${child} href="#${id}"/></${kind}>`
  return `<decision id="${name}" name="${name}"><variable name="${name}"${attributes({ typeRef })}/>${[
    ...inputs.map(requirement('informationRequirement', 'requiredInput')),
    ...decisions.map(requirement('informationRequirement', 'requiredDecision')),
    ...functions.map(requirement('knowledgeRequirement', 'requiredKnowledge')),
  ].join('')}${logic}</decision>`
}

interface Requirements {
  readonly inputs?: readonly string[]
  readonly decisions?: readonly string[]
  readonly functions?: readonly string[]
  readonly typeRef?: string
}

interface Column {
  readonly name?: string
  readonly expression?: string
  readonly typeRef?: string
  readonly values?: string
  readonly default?: string
}

export interface TableParts {
  readonly hitPolicy?: string
  readonly aggregation?: string
  readonly inputs?: readonly Column[]
  readonly outputs?: readonly Column[]
  /** One row per rule: the cells of the inputs, then those of the outputs. */
  readonly rules: readonly (readonly string[])[]
}

/** Returns a decision table, by default with the input `x` and one output. */
export function table({ inputs = [{ expression: 'x' }], outputs = [{}], rules, ...policy }: TableParts): string {
  const values = (name: string, content: string | undefined): string =>
    content === undefined ? '' : `<${name}>${text(content)}</${name}>`
  return `<decisionTable id="table"${attributes(policy)}>${[
    ...inputs.map(
      ({ expression = 'x', typeRef, values: allowed }) =>
        `<input><inputExpression${attributes({ typeRef })}>${text(expression)}</inputExpression>${values('inputValues', allowed)}</input>`,
    ),
    ...outputs.map(
      ({ name, typeRef, values: allowed, default: standard }) =>
        `<output${attributes({ name, typeRef })}>${values('outputValues', allowed)}${values('defaultOutputEntry', standard)}</output>`,
    ),
    ...rules.map(
      (cells, index) =>
        `<rule id="rule${index + 1}">${cells
          .map((cell, column) => {
            const tag = column < inputs.length ? 'inputEntry' : 'outputEntry'
            return `<${tag}>${text(cell)}</${tag}>`
          })
          .join('')}</rule>`,
    ),
  ].join('')}</decisionTable>`
}

const options = { nowMs: Date.parse('2026-05-01T10:30:00Z'), timeZone: 'UTC' }

/** Compiles a file and evaluates a decision of it, by default the main one. */
export const run = (file: Uint8Array, context: JsonObject = {}, id?: string): DecisionResult =>
  evaluated(file, context, id).result

/** Returns the trace of the main decision of a file. */
export function traced(file: Uint8Array, context: JsonObject = {}): DecisionTrace {
  const { id, result, values } = evaluated(file, context)
  return decisionTrace({ path: 'test.file', id, name: id, version: 1 }, { ...result, values })
}

function evaluated(file: Uint8Array, context: JsonObject, given?: string) {
  const model = compileDecisions(file)
  const id = given ?? model.main ?? assert.fail('no main decision')
  return { id, ...evaluateDecision(model, id, { context, options }) }
}

/** Returns the result of a decision. Fails when the evaluation fails. */
export function resultOf(file: Uint8Array, context: JsonObject = {}, id?: string): JsonValue {
  const { result, failures } = run(file, context, id)
  assert.deepEqual(failures, [])
  return result
}

/** Returns the only failure of an evaluation and asserts that the result is null. */
export function failureOf(file: Uint8Array, context: JsonObject = {}): string {
  const { result, failures } = run(file, context)
  assert.equal(result, null)
  assert.equal(failures.length, 1, failures.join('\n'))
  return failures[0]!
}

/** Returns the problems of a file, each with the id of its element. */
export function problemsOf(file: Uint8Array): readonly string[] {
  try {
    compileDecisions(file)
  } catch (error) {
    assert.ok(error instanceof ModelRefused, String(error))
    return error.problems.map(({ elementId, message }) => `${elementId ?? 'file'}: ${message}`)
  }
  return assert.fail('the file was compiled')
}
