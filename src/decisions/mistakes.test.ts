import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readDecisions } from './compile-decisions.ts'
import { decision, dmn, input, literal, resultOf, run, table } from './decisions.fixture.ts'

/** Returns the mistakes of a file that can be applied. */
function mistakesOf(file: Uint8Array): readonly string[] {
  const { problems } = readDecisions(file)
  assert.deepEqual(problems.list, [])
  return problems.mistakes.map(({ elementId, message }) => `${elementId}: ${message}`)
}

describe('an expression of a DMN file that can only be null', () => {
  const file = dmn(
    input('x', 'number'),
    decision('good', literal('x + 1'), { inputs: ['x'] }),
    decision('bad', literal('abs()')),
  )

  it('does not prevent the other decisions from being evaluated', () => {
    assert.equal(resultOf(file, { x: 1 }, 'good'), 2)
    const { result, failures, warnings } = run(file, {}, 'bad')
    const message = 'abs() does not take 0 arguments like these at 1:1; write abs(n)'
    assert.deepEqual({ result, failures, warnings }, { result: null, failures: [], warnings: [message] })
  })

  it('is reported with its element', () => {
    assert.deepEqual(mistakesOf(file), [
      'bad: the expression of "bad" "abs()": abs() does not take 0 arguments like these at 1:1; write abs(n)',
    ])
  })

  it('is reported for every cell of a table, also where cells are equal', () => {
    const logic = table({
      rules: [
        ['trim(?)', '1'],
        ['trim(?)', 'trim("a")'],
      ],
    })
    assert.deepEqual(mistakesOf(dmn(input('x'), decision('t', logic, { inputs: ['x'] }))), [
      'rule1: rule 1 of the table "t", input "x" "trim(?)": unknown function "trim" at 1:1',
      'rule2: rule 2 of the table "t", input "x" "trim(?)": unknown function "trim" at 1:1',
      'rule2: rule 2 of the table "t", output "1" "trim("a")": unknown function "trim" at 1:1',
    ])
  })

  it('can be in the allowed values of a type', () => {
    const type =
      '<itemDefinition id="i" name="t"><typeRef>number</typeRef><allowedValues><text>abs()</text></allowedValues></itemDefinition>'
    assert.deepEqual(mistakesOf(dmn(type, decision('d', literal('1')))), [
      'i: allowed values: abs() does not take 0 arguments like these at 1:1; write abs(n)',
    ])
  })

  it('can be a function in another language', () => {
    const java =
      '<functionDefinition id="f" kind="Java"><formalParameter name="a"/><context><contextEntry><variable name="class"/><literalExpression><text>"java.lang.Math"</text></literalExpression></contextEntry></context></functionDefinition>'
    const call = `<context><contextEntry><variable name="cos"/>${java}</contextEntry><contextEntry>${literal('cos(1)')}</contextEntry></context>`
    const message = 'a function of "d" is of the kind "Java"; only FEEL functions are supported'
    assert.deepEqual(mistakesOf(dmn(decision('d', call))), [`f: ${message}`])
    const { result, failures, warnings } = run(dmn(decision('d', call)))
    assert.deepEqual({ result, failures, warnings }, { result: null, failures: [], warnings: [message] })
  })
})
