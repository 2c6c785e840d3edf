import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../foundation/kit/json.ts'
import { type DecisionTrace, traceLimits } from './decision-trace.ts'
import { decision, dmn, input, literal, table, traced } from './decisions.fixture.ts'

const { maxItems, maxRules, maxTables, maxTextChars } = traceLimits

/** Returns the trace of a table with one rule that matches everything and returns this expression of the input `x`. */
const traceOf = (expression: string, context: JsonObject): DecisionTrace =>
  traced(dmn(input('x'), decision('t', table({ rules: [['-', expression]] }), { inputs: ['x'] })), context)

describe('the trace of a decision', () => {
  it('has the tables of required decisions with their values', () => {
    const secondTable = table({ inputs: [{ expression: 'level' }], rules: [['"high"', 'date("2026-05-01")']] })
      .replace('id="table"', 'id="second"')
      .replace('id="rule1"', 'id="other"')
    const file = dmn(
      input('amount', 'number'),
      input('unused'),
      decision(
        'level',
        table({
          inputs: [{ expression: 'amount' }],
          rules: [
            ['< 10', '"low"'],
            ['>= 10', '"high"'],
          ],
        }),
        {
          inputs: ['amount'],
        },
      ),
      decision('price', secondTable, { decisions: ['level'] }),
    )
    const { tables, ...rest } = traced(file, { amount: '12.50', unused: 1 })
    assert.deepEqual(rest, {
      path: 'test.file',
      id: 'price',
      name: 'price',
      version: 1,
      inputs: { amount: 12.5 },
      result: '2026-05-01',
    })
    assert.deepEqual(
      tables.map(({ name, inputs, rules, output }) => [name, inputs, rules.map(({ number }) => number), output]),
      [
        ['level', [{ name: 'amount', value: 12.5 }], [2], 'high'],
        ['price', [{ name: 'level', value: 'high' }], [1], '2026-05-01'],
      ],
    )
  })

  it('says why a value is null', () => {
    const { result, warnings } = traceOf('x.amount', {})
    assert.deepEqual([result, warnings![0]], [null, '"x" has no value'])
  })

  it('cuts long texts and lists, and says so', () => {
    const letters = 'a'.repeat(maxTextChars)
    assert.equal(traceOf('x', { x: letters }).isCut, undefined)
    const cut = traceOf('x', { x: `${letters}b` })
    assert.deepEqual([cut.isCut, cut.result, cut.inputs.x], [true, `${letters}…`, `${letters}…`])
    const many = traceOf('x', { x: Array.from({ length: maxItems + 1 }, (_, index) => index) })
    assert.deepEqual([many.isCut, (many.result as number[]).length], [true, maxItems])
  })

  it('has the first of many rules and tables, and the number of the rules', () => {
    const rules = Array.from({ length: maxRules + 5 }, () => ['-', '1'])
    const rated = table({ hitPolicy: 'COLLECT', inputs: [{ expression: 'n' }], rules })
    const model = `<businessKnowledgeModel id="f" name="f"><variable name="f"/><encapsulatedLogic><formalParameter name="n"/>${rated}</encapsulatedLogic></businessKnowledgeModel>`
    const calls = decision('d', literal(`for i in 1..${maxTables + 3} return f(i)`), { functions: ['f'] })
    const { tables, isCut } = traced(dmn(model, calls))
    assert.deepEqual([tables.length, isCut], [maxTables, true])
    assert.deepEqual([tables[0]!.rules.length, tables[0]!.ruleCount], [maxRules, maxRules + 5])
  })

  it('stays small and storable whatever the decision reads and returns', () => {
    const deep = '{a: {b: {c: {d: {e: {f: x}}}}}}'
    assert.equal(traceOf(deep, { x: 1 }).isCut, true)
    const wide = Array.from({ length: 50 }, () => Array.from({ length: 50 }, () => 'word '.repeat(1000)))
    const trace = traceOf('[x, x, x, "\\u0000"]', { x: wide })
    assert.equal(trace.isCut, true)
    assert.ok(JSON.stringify(trace).length < 2 * traceLimits.maxChars)
    assert.equal(traceOf('"\\u0000"', {}).result, '\uFFFD')
    const split = traceOf('x', { x: `${'a'.repeat(maxTextChars - 1)}😀` })
    assert.ok(String(split.result).isWellFormed())
  })
})
