import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decision, dmn, input, literal, problemsOf, resultOf } from './decisions.fixture.ts'

const plain = decision('d', literal('1'))

describe('a DMN file', () => {
  it('may be of any version from 1.1 to 1.5, with a prefix or without', () => {
    const versions = [
      'http://www.omg.org/spec/DMN/20151101/dmn.xsd',
      'http://www.omg.org/spec/DMN/20180521/MODEL/',
      'https://www.omg.org/spec/DMN/20191111/MODEL/',
      'https://www.omg.org/spec/DMN/20211108/MODEL/',
      'https://www.omg.org/spec/DMN/20230324/MODEL/',
    ]
    for (const version of versions) {
      const file = `<dmn:definitions xmlns:dmn="${version}" id="f" name="F"><dmn:decision id="d" name="d"><dmn:literalExpression><dmn:text>1 + 1</dmn:text></dmn:literalExpression></dmn:decision></dmn:definitions>`
      assert.equal(resultOf(Buffer.from(file)), 2, version)
    }
  })

  it('may contain a drawing, settings of other tools, and documentation', () => {
    const more =
      '<dmndi:DMNDI xmlns:dmndi="urn:x"><dmndi:DMNShape id="d"/></dmndi:DMNDI><knowledgeSource id="k" name="law"/>' +
      '<textAnnotation id="t"><text>note</text></textAnnotation>'
    const settings = '<extensionElements><x:y xmlns:x="urn:x"><decision/></x:y></extensionElements>'
    assert.equal(resultOf(dmn(settings, plain, more)), 1)
  })
})

describe('a DMN file is refused', () => {
  const cycle = [
    decision('a', literal('1'), { decisions: ['b'] }),
    decision('b', literal('1'), { decisions: ['c'] }),
    decision('c', literal('1'), { decisions: ['a'] }),
  ]
  const type = (name: string, of: string) =>
    `<itemDefinition id="${name}" name="${name}"><typeRef>${of}</typeRef></itemDefinition>`
  const cases: readonly [string, Uint8Array, string][] = [
    ['with requirements in a cycle', dmn(...cycle), 'a: the requirements form a cycle: a → b → c → a'],
    [
      'with a decision that requires itself',
      dmn(decision('a', literal('1'), { decisions: ['a'] })),
      'a: the requirements form a cycle: a → a',
    ],
    ['with an id twice', dmn(plain, '<textAnnotation id="d"/>'), 'd: the id "d" occurs more than once'],
    [
      'with two elements of one name',
      dmn(input('x'), plain, '<inputData id="y" name="d"/>'),
      'y: the name "d" is already used by "d"; names must be unique',
    ],
    [
      'with a requirement of something else',
      dmn(plain, decision('e', literal('1'), { inputs: ['d'] })),
      'e: <requiredInput> names "#d", which is a decision',
    ],
    [
      'with a requirement of nothing',
      dmn(decision('e', literal('1'), { inputs: ['x'] })),
      'e: <requiredInput> names "#x", which is not in the file',
    ],
    ['with an import', dmn(plain, '<import id="i" name="other"/>'), 'i: imports are not supported'],
    ['without a decision', dmn(input('x')), 'file: the file contains no decision'],
    ['with an unknown element', dmn(plain, '<decisoin id="x"/>'), 'x: <decisoin> is unknown'],
    ['with logic that is unknown', dmn(decision('d', '<pmml/>')), 'd: the decision "d": <pmml> is not supported'],
    ['with an empty expression', dmn(decision('d', literal(''))), 'd: the expression of "d" is empty'],
    [
      'with an expression for another engine',
      dmn(decision('d', '<literalExpression expressionLanguage="javascript"><text>1</text></literalExpression>')),
      'd: the expression of "d": expressions in the language "javascript" are not supported; write them in FEEL',
    ],
    ['with a type that contains itself', dmn(plain, type('t', 'u'), type('u', 't')), 't: the type "t" contains itself'],
    [
      'with a type defined twice',
      dmn(plain, type('t', 'string'), type('t', 'string').replace('id="t"', 'id="u"')),
      'u: the type "t" is defined twice',
    ],
    [
      'with wrong allowed values',
      dmn(plain, type('t', 'string').replace('</item', '<allowedValues><text>"a" "b"</text></allowedValues></item')),
      't: allowed values: ',
    ],
    [
      'that is no DMN',
      Buffer.from('<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"/>'),
      'file: the file is not a DMN file',
    ],
    ['that is empty', new Uint8Array(), 'file: the DMN file is empty'],
    ['that is JSON', Buffer.from('{"xml": ""}'), 'file: the body is JSON, not XML; send the DMN file itself'],
    ['that is cut off', dmn(plain).subarray(0, 200), 'file: the DMN file is not well-formed XML: line '],
    ['that is no text', Buffer.from([0xc3, 0x28]), 'file: the file is not valid UTF-8 text'],
  ]
  for (const [name, file, expected] of cases) {
    it(name, () => {
      const problems = problemsOf(file)
      assert.equal(problems.length, 1, problems.join('\n'))
      assert.ok(problems[0]!.startsWith(expected), problems[0]!)
    })
  }

  it('with all its problems at once', () => {
    const file = dmn(input('x'), decision('a', literal('1 +')), decision('b', literal('nothing')), decision('c', ''))
    assert.equal(problemsOf(file).length, 2)
  })
})

describe('a malicious DMN file is refused in bounded time and memory', () => {
  const within = (maxMs: number, file: () => Uint8Array, expected: RegExp): void => {
    const bytes = file()
    const started = performance.now()
    assert.match(problemsOf(bytes)[0]!, expected)
    assert.ok(performance.now() - started < maxMs)
  }

  it('with a DOCTYPE, which entities require', () => {
    const bomb = dmn(plain)
      .toString()
      .replace('?>', '?><!DOCTYPE definitions [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>')
    within(5_000, () => Buffer.from(bomb), /contains a DOCTYPE, which is not allowed/)
  })

  it('of 50 MB', () => {
    within(5_000, () => Buffer.alloc(50 * 1024 * 1024, 'x'), /the file has 52428800 bytes; at most 4194304 are allowed/)
  })

  it('nested 10,000 deep', () => {
    const deep = '<context><contextEntry>'.repeat(5_000) + '</contextEntry></context>'.repeat(5_000)
    within(5_000, () => dmn(decision('d', deep)), /nested deeper than 64 levels/)
  })

  it('of a million elements', () => {
    within(10_000, () => dmn('<a/>'.repeat(1_000_000)), /more than 50000 elements/)
  })

  it('with 8,000 decisions in one cycle', () => {
    const all = Array.from({ length: 8_000 }, (_, index) =>
      decision(`d${index}`, literal('1'), { decisions: [`d${(index + 1) % 8_000}`] }),
    )
    within(20_000, () => dmn(...all), /the requirements form a cycle: d0 → d1 → .* → … → d0/)
  })

  it('with types that are nested 10,000 times, each used twice', () => {
    const types = Array.from({ length: 9_000 }, (_, index) => {
      const parts = ['a', 'b'].map(
        (name) => `<itemComponent name="${name}"><typeRef>t${index + 1}</typeRef></itemComponent>`,
      )
      return `<itemDefinition id="t${index}" name="t${index}">${parts.join('')}</itemDefinition>`
    })
    within(20_000, () => dmn(plain, ...types), /the type "t\d+" is nested deeper than 50 types/)
  })
})
