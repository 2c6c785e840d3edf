import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PlatformError } from '../foundation/kit/errors.ts'
import { decision, dmn, failureOf, input, literal, problemsOf, resultOf, run, table } from './decisions.fixture.ts'

const bkm = (name: string, parameters: string, logic: string, requirements = '', typeRef = 'Any'): string =>
  `<businessKnowledgeModel id="${name}" name="${name}"><variable name="${name}" typeRef="${typeRef}"/>${requirements}<encapsulatedLogic>${parameters}${logic}</encapsulatedLogic></businessKnowledgeModel>`
const parameter = (name: string, typeRef = 'Any') => `<formalParameter name="${name}" typeRef="${typeRef}"/>`

describe('6.2 decision requirement graphs', () => {
  it('evaluate required decisions first, each decision once', () => {
    const file = dmn(
      decision('total', literal('net + tax'), { decisions: ['net', 'tax'] }),
      decision('tax', literal('net * 0.2'), { decisions: ['net'] }),
      input('price'),
      decision('net', table({ hitPolicy: 'FIRST', inputs: [{ expression: 'price' }], rules: [['-', 'price - 10']] }), {
        inputs: ['price'],
      }),
    )
    const { result, tables } = run(file, { price: 110 })
    assert.equal(result, 120)
    assert.equal(tables.length, 1)
    assert.equal(resultOf(file, { price: 110 }, 'tax'), 20)
  })

  it('let expressions read required values only', () => {
    const file = dmn(input('a'), input('b'), decision('d', literal('b'), { inputs: ['a'] }))
    assert.deepEqual(problemsOf(file), ['d: the expression of "d" "b": unknown name "b" at 1:1; did you mean "a"?'])
  })

  it('let expressions of a file without input data read every variable', () => {
    const parts = table({ inputs: [{ expression: 'birthday', typeRef: 'date' }], rules: [['< @"2000-01-01"', 'who']] })
    assert.equal(resultOf(dmn(decision('d', parts)), { birthday: '1990-05-01', who: 'x' }), 'x')
  })

  it('take the values of a decision without logic from the context', () => {
    const file = dmn(decision('manual', ''), decision('d', literal('manual + 1'), { decisions: ['manual'] }))
    assert.equal(resultOf(file, { manual: 4 }, 'd'), 5)
  })
})

describe('6.3.9 business knowledge models', () => {
  it('are functions, which may require each other and contain decision tables', () => {
    const rate = table({
      inputs: [{ expression: 'amount' }],
      rules: [
        ['< 100', '0.2'],
        ['>= 100', '0.1'],
      ],
    })
    const needs = '<knowledgeRequirement><requiredKnowledge href="#rate"/></knowledgeRequirement>'
    const file = dmn(
      input('x'),
      bkm('rate', parameter('amount'), rate),
      bkm('discount', parameter('amount', 'number'), literal('amount * rate(amount)'), needs),
      decision('d', literal('[discount(50), discount(x)]'), { inputs: ['x'], functions: ['discount'] }),
    )
    assert.deepEqual(resultOf(file, { x: 200 }), [10, 20])
    assert.match(String(run(file, { x: 'a' }).failures[0]), /^"discount", parameter "amount": "a" is a string/)
  })
})

describe('6.2.4 decision services', () => {
  it('are functions of their inputs', () => {
    const service =
      '<decisionService id="quote" name="quote"><outputDecision href="#total"/><encapsulatedDecision href="#tax"/><inputDecision href="#net"/></decisionService>'
    const file = dmn(
      decision('net', literal('1')),
      decision('tax', literal('net * 0.2'), { decisions: ['net'] }),
      decision('total', literal('net + tax'), { decisions: ['net', 'tax'] }),
      decision('d', literal('quote(100) + quote(net: 10)'), { functions: ['quote'] }),
      service,
    )
    assert.equal(resultOf(file, {}, 'd'), 132)
    assert.equal(resultOf(file, {}, 'total'), 1.2)
  })
})

describe('7.3.2 item definitions', () => {
  const order =
    '<itemDefinition name="tOrder"><itemComponent name="day"><typeRef>date</typeRef></itemComponent><itemComponent name="lines" isCollection="true"><typeRef>tLine</typeRef></itemComponent></itemDefinition>' +
    '<itemDefinition name="tLine"><typeRef>string</typeRef><allowedValues><text>"a", "b"</text></allowedValues></itemDefinition>'

  it('determine how strings of the context are converted', () => {
    const file = dmn(
      order,
      input('order', 'tOrder'),
      decision('d', literal('order.day + @"P1D"'), { inputs: ['order'] }),
    )
    assert.equal(resultOf(file, { order: { day: '2026-01-31', lines: ['a'] } }), '2026-02-01')
  })

  it('refuse values that are not allowed, and name the place', () => {
    const file = dmn(order, input('order', 'tOrder'), decision('d', literal('order.day'), { inputs: ['order'] }))
    const wrong = { day: '2026-01-31', lines: ['a', 'c'] }
    const sentence = 'input "order": lines: "c" is not one of the allowed values "a", "b"'
    assert.equal(failureOf(file, { order: wrong }), sentence)
    assert.match(failureOf(file, { order: 'x' }), /^input "order": "x" is a string, not a value of the type "tOrder"/)
  })

  it('convert the result of a decision, according to 10.3.2.9.4', () => {
    const typed = (expression: string, typeRef: string) => dmn(decision('d', literal(expression), { typeRef }))
    assert.deepEqual(resultOf(typed('1', 'list')), [1])
    assert.equal(resultOf(typed('[1]', 'number')), 1)
    assert.equal(failureOf(typed('"a"', 'number')), 'decision "d": "a" is a string, not a value of the type "number"')
  })
})

describe('the values of the context', () => {
  it('are found by name; characters that a variable cannot contain become underscores', () => {
    const file = dmn(
      '<inputData id="i" name="Applicant\'s monthly income"/>',
      decision('d', literal("Applicant's monthly income * 12"), { inputs: ['i'] }),
    )
    assert.equal(resultOf(file, { "Applicant's monthly income": 2 }), 24)
    assert.equal(resultOf(file, { Applicant_s_monthly_income: 3 }), 36)
    const { result, warnings } = run(file, {})
    assert.equal(result, null)
    assert.equal(warnings[0], '"Applicant\'s monthly income" has no value')
  })
})

describe('a runaway decision', () => {
  it('ends with an error after a bounded number of steps, even if it consists of many small expressions', () => {
    const loop = bkm('count', parameter('n'), literal('sum(for i in 1..10000 return i + n)'))
    const cells = Array.from({ length: 100 }, (_, index) => ['-', `count(${index})`])
    const file = dmn(
      loop,
      decision('d', table({ hitPolicy: 'COLLECT', inputs: [{ expression: '1' }], rules: cells }), {
        functions: ['count'],
      }),
    )
    const started = performance.now()
    assert.throws(
      () => run(file),
      (error: unknown) => error instanceof PlatformError && error.code === 'expression.limit_exceeded',
    )
    assert.ok(performance.now() - started < 5_000)
  })
})
