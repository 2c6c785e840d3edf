import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decision, dmn, failureOf, literal, problemsOf, resultOf, table } from './decisions.fixture.ts'

const entry = (name: string, logic: string, typeRef = 'Any'): string =>
  `<contextEntry><variable name="${name}" typeRef="${typeRef}"/>${logic}</contextEntry>`
const result = (logic: string) => resultOf(dmn(decision('d', logic)))
const part = (name: string, logic: string): string => `<${name}>${logic}</${name}>`
const add = `<functionDefinition><formalParameter name="a" typeRef="number"/><formalParameter name="b"/>${literal('a + b')}</functionDefinition>`

describe('10.2.1.4 boxed contexts', () => {
  it('are the result when every entry has a name; later entries read earlier ones', () => {
    const context = `<context>${entry('net price', literal('10'))}${entry('gross', literal('net price * 1.2'))}</context>`
    assert.deepEqual(result(context), { 'net price': 10, gross: 12 })
  })

  it('have the value of a last entry without a name', () => {
    const context = `<context>${entry('a', literal('2'))}<contextEntry>${literal('a * 3')}</contextEntry></context>`
    assert.equal(result(context), 6)
  })

  it('replace a value of a wrong type by null and fail', () => {
    const context = `<context>${entry('a', literal('"x"'), 'number')}<contextEntry>${literal('a')}</contextEntry></context>`
    assert.match(failureOf(dmn(decision('d', context))), /^"d", the entry "a" of the context: "x" is a string/)
  })
})

describe('10.2.1.5 boxed lists and 10.2.1.6 relations', () => {
  it('are lists of the values of their expressions', () => {
    assert.deepEqual(result(part('list', `${literal('1')}<list>${literal('2')}</list>`)), [1, [2]])
  })

  it('are lists of contexts', () => {
    const columns = '<column name="name"/><column name="price" typeRef="number"/>'
    const row = (...cells: string[]) => part('row', cells.map(literal).join(''))
    assert.deepEqual(result(part('relation', columns + row('"a"', '1') + row('"b"', '2 + 3'))), [
      { name: 'a', price: 1 },
      { name: 'b', price: 5 },
    ])
    assert.deepEqual(problemsOf(dmn(decision('d', part('relation', columns + row('1'))))), [
      'd: row 1 of the relation has 1 cells; 2 are needed',
    ])
  })
})

describe('10.2.1.7 boxed functions and 10.2.1.3 invocations', () => {
  const binding = (name: string, value: string) => `<binding><parameter name="${name}"/>${literal(value)}</binding>`
  const call = (...bindings: string[]) =>
    `<contextEntry><invocation>${literal('add')}${bindings.join('')}</invocation></contextEntry>`

  it('are called by expressions and by invocations', () => {
    assert.equal(
      result(`<context>${entry('add', add)}<contextEntry>${literal('add(1, 2)')}</contextEntry></context>`),
      3,
    )
    assert.equal(result(`<context>${entry('add', add)}${call(binding('b', '2'), binding('a', '5'))}</context>`), 7)
  })

  it('fail for an unknown parameter, for a value that is not a function, and for an argument of a wrong type', () => {
    const wrong = dmn(decision('d', `<context>${entry('add', add)}${call(binding('c', '2'))}</context>`))
    assert.equal(failureOf(wrong), 'the invocation of "d": the function has no parameter "c"')
    const none = dmn(decision('d', `<context>${entry('add', literal('1'))}${call()}</context>`))
    assert.equal(failureOf(none), 'the invocation of "d" calls something that is not a function')
    const typed = dmn(decision('d', `<context>${entry('add', add)}${call(binding('a', '"x"'))}</context>`))
    assert.match(failureOf(typed), /^a function of "d", parameter "a": "x" is a string/)
  })
})

describe('10.2.1.8 conditionals, filters and iterators of DMN 1.4', () => {
  it('choose, filter, repeat and quantify', () => {
    const choice = (condition: string) =>
      part('conditional', part('if', literal(condition)) + part('then', literal('1')) + part('else', literal('2')))
    assert.deepEqual(
      ['true', 'false', 'null'].map((one) => result(choice(one))),
      [1, 2, 2],
    )
    assert.deepEqual(
      result(part('filter', part('in', literal('[{a: 1}, {a: 5}]')) + part('match', literal('a > 2 and item.a < 9')))),
      [{ a: 5 }],
    )
    assert.deepEqual(
      result(
        `<for iteratorVariable="i">${part('in', literal('[1, 2, 3, 4]'))}${part('return', literal('i + count(partial)'))}</for>`,
      ),
      [1, 3, 5, 7],
    )
    const quantified = (kind: string) =>
      result(
        `<${kind} iteratorVariable="i">${part('in', literal('[1, 2]'))}${part('satisfies', literal('i > 1'))}</${kind}>`,
      )
    assert.deepEqual([quantified('some'), quantified('every')], [true, false])
  })

  it('fail when a condition is neither true nor false', () => {
    const filter = part('filter', part('in', literal('[1]')) + part('match', literal('"x"')))
    assert.equal(failureOf(dmn(decision('d', filter))), '<filter> of "d": the condition is neither true nor false')
  })

  it('are refused when a part is missing', () => {
    assert.deepEqual(
      problemsOf(dmn(decision('d', part('conditional', part('if', literal('true')) + part('then', literal('1')))))),
      ['d: <else> of the conditional of "d" has no expression'],
    )
  })
})

describe('boxed expressions inside each other', () => {
  it('may contain decision tables', () => {
    const inner = table({
      inputs: [{ expression: 'age' }],
      rules: [
        ['< 18', '"child"'],
        ['>= 18', '"adult"'],
      ],
    })
    const context = `<context>${entry('age', literal('20'))}<contextEntry>${inner}</contextEntry></context>`
    assert.equal(result(context), 'adult')
  })
})
