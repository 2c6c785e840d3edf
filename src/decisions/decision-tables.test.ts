import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonValue } from '../foundation/kit/json.ts'
import {
  decision,
  dmn,
  failureOf,
  input,
  problemsOf,
  resultOf,
  run,
  type TableParts,
  table,
} from './decisions.fixture.ts'

/** Evaluates a table with the input `x`. */
const evaluated = (parts: TableParts, x: JsonValue): JsonValue => resultOf(file(parts), { x })
const file = (parts: TableParts, typeRef?: string) =>
  dmn(input('x', typeRef), decision('t', table(parts), { inputs: ['x'] }))

describe('8.2.8 rules of a decision table', () => {
  it('match when every input passes its cell; a dash and an empty cell accept everything', () => {
    const parts: TableParts = {
      inputs: [{ expression: 'x.age' }, { expression: 'x.kind' }],
      rules: [
        ['< 18', '-', '"child"'],
        ['[18..65)', '"a", "b"', '"adult"'],
        ['>= 65', '', '"senior"'],
      ],
    }
    assert.equal(evaluated(parts, { age: 5, kind: 'z' }), 'child')
    assert.equal(evaluated(parts, { age: 18, kind: 'b' }), 'adult')
    assert.equal(evaluated(parts, { age: 65, kind: null }), 'senior')
    assert.equal(evaluated(parts, { age: 30, kind: 'c' }), null)
  })

  it('do not match when a cell cannot be compared with the input', () => {
    assert.equal(evaluated({ rules: [['< 18', '1']] }, 'text'), null)
    assert.equal(evaluated({ rules: [['< 18', '1']] }, null), null)
    assert.equal(evaluated({ rules: [['null', '1']] }, null), 1)
    assert.equal(evaluated({ rules: [['not(null)', '1']] }, 5), 1)
  })

  it('can test the input with ? and read other inputs', () => {
    const parts = table({ rules: [['? > limit and odd(?)', 'x * 2']] })
    const both = dmn(input('x'), input('limit'), decision('t', parts, { inputs: ['x', 'limit'] }))
    assert.equal(resultOf(both, { x: 5, limit: 3 }), 10)
    assert.equal(resultOf(both, { x: 5, limit: 7 }), null)
  })

  it('give a value for one output, and a context for several; an empty output is null', () => {
    const outputs = [{ name: 'rate' }, { name: 'group name' }]
    assert.deepEqual(evaluated({ outputs, rules: [['-', '0.1', '']] }, 1), { rate: 0.1, 'group name': null })
    assert.equal(evaluated({ outputs: [{ name: 'rate' }], rules: [['-', '0.1']] }, 1), 0.1)
  })

  it('are reported with their numbers, ids and annotations', () => {
    const annotated = table({
      hitPolicy: 'COLLECT',
      rules: [
        ['1', '"a"'],
        ['2', '"b"'],
        ['-', '"c"'],
      ],
    })
      .replace('<rule id="rule1">', '<annotation name="Why"/><rule id="rule1">')
      .replace(
        '</rule><rule id="rule3">',
        '<annotationEntry><text>because</text></annotationEntry></rule><rule id="rule3">',
      )
    const { tables } = run(dmn(input('x'), decision('t', annotated, { inputs: ['x'] })), { x: 2 })
    assert.deepEqual(tables, [
      {
        element: 't',
        name: 't',
        rules: [
          { number: 2, id: 'rule2', annotations: { Why: 'because' } },
          { number: 3, id: 'rule3' },
        ],
      },
    ])
  })
})

describe('8.2.10 hit policies', () => {
  const rules = [
    ['> 0', '"low"'],
    ['> 10', '"high"'],
    ['> 10', '"high"'],
    ['> 20', '"middle"'],
  ]
  const outputs = [{ name: 'level', values: '"high", "middle", "low"' }]

  it('UNIQUE is the default, and fails when several rules match', () => {
    assert.equal(evaluated({ rules }, 5), 'low')
    assert.equal(
      failureOf(file({ rules }), { x: 15 }),
      'table "t": rules 1, 2 and 3 match, but the hit policy UNIQUE allows only one rule to match',
    )
  })

  it('ANY fails when the outputs differ', () => {
    assert.equal(evaluated({ hitPolicy: 'ANY', rules: rules.slice(1, 3) }, 15), 'high')
    assert.match(
      failureOf(file({ hitPolicy: 'ANY', rules }), { x: 15 }),
      /^table "t": rules 1 and 2 match with different/,
    )
  })

  it('FIRST takes the first rule in the order of the table', () => {
    assert.equal(evaluated({ hitPolicy: 'FIRST', rules }, 25), 'low')
  })

  it('PRIORITY takes the output that comes first in the list of output values', () => {
    assert.equal(evaluated({ hitPolicy: 'PRIORITY', outputs, rules }, 25), 'high')
    const two = [outputs[0]!, { name: 'n', values: '2, 1' }]
    const pairs = [
      ['-', '"low"', '2'],
      ['-', '"middle"', '1'],
      ['-', '"middle"', '2'],
    ]
    assert.deepEqual(evaluated({ hitPolicy: 'PRIORITY', outputs: two, rules: pairs }, 1), { level: 'middle', n: 2 })
  })

  it('OUTPUT ORDER sorts the outputs by the list of output values, RULE ORDER and COLLECT by the table', () => {
    assert.deepEqual(evaluated({ hitPolicy: 'OUTPUT ORDER', outputs, rules }, 25), ['high', 'high', 'middle', 'low'])
    for (const hitPolicy of ['RULE ORDER', 'COLLECT']) {
      assert.deepEqual(evaluated({ hitPolicy, rules }, 25), ['low', 'high', 'high', 'middle'])
      assert.deepEqual(evaluated({ hitPolicy, rules }, -1), [])
    }
  })

  it('COLLECT adds up, counts, or takes the smallest or the largest output', () => {
    const numbers = [
      ['-', '0.1'],
      ['-', '0.2'],
      ['> 5', '7'],
    ]
    const collect = (aggregation: string, x: number) =>
      evaluated({ hitPolicy: 'COLLECT', aggregation, rules: numbers }, x)
    assert.deepEqual(
      ['SUM', 'COUNT', 'MIN', 'MAX'].map((aggregation) => collect(aggregation, 6)),
      [7.3, 3, 0.1, 7],
    )
    assert.equal(collect('SUM', 1), 0.3)
    const none = { hitPolicy: 'COLLECT', rules: [['< 0', '1']] }
    assert.deepEqual(
      ['SUM', 'COUNT', 'MIN', 'MAX'].map((aggregation) => evaluated({ ...none, aggregation }, 1)),
      [null, 0, null, null],
    )
    const texts = {
      hitPolicy: 'COLLECT',
      aggregation: 'SUM',
      rules: [
        ['-', '"a"'],
        ['-', '1'],
      ],
    }
    assert.equal(failureOf(file(texts), { x: 1 }), 'table "t": the outputs of rules 1 and 2 have no sum')
  })
})

describe('8.2.11 default outputs', () => {
  it('are the result when no rule matches', () => {
    const outputs = [{ name: 'a', default: '"none"' }, { name: 'b' }]
    assert.deepEqual(evaluated({ outputs, rules: [['1', '1', '2']] }, 5), { a: 'none', b: null })
    assert.equal(evaluated({ outputs: [{ default: '0' }], rules: [['1', '1']] }, 5), 0)
    assert.deepEqual(evaluated({ hitPolicy: 'COLLECT', outputs: [{ default: '0' }], rules: [['1', '1']] }, 5), [0])
  })
})

describe('8.2.5 lists of values', () => {
  it('an input that is not in the list of input values fails', () => {
    const inputs = [{ expression: 'x', values: '"a", "b"' }]
    assert.equal(evaluated({ inputs, rules: [['-', '1']] }, 'a'), 1)
    const sentence = 'table "t", input "x": "c" is not one of the values "a", "b"'
    assert.equal(failureOf(file({ inputs, rules: [['-', '1']] }), { x: 'c' }), sentence)
  })

  it('an output that is not in the list of output values fails, and the failure names the rule', () => {
    const outputs = [{ name: 'level', values: '[1..3]' }]
    const sentence = 'table "t", rule 2, output "level": 5 is not one of the values [1..3]'
    assert.equal(
      failureOf(
        file({
          outputs,
          rules: [
            ['1', '2'],
            ['2', '5'],
          ],
        }),
        { x: 2 },
      ),
      sentence,
    )
  })

  it('values of a wrong type fail, and the failure names the column', () => {
    const inputs = [{ expression: 'x', typeRef: 'number' }]
    const sentence = 'table "t", input "x": "a" is a string, not a value of the type "number"'
    assert.equal(failureOf(file({ inputs, rules: [['-', '1']] }), { x: 'a' }), sentence)
    const outputs = [{ typeRef: 'string' }]
    assert.match(
      failureOf(file({ outputs, rules: [['-', '1']] }), { x: 1 }),
      /^table "t", rule 1, output "1": 1 is a number/,
    )
  })
})

describe('a decision table is refused', () => {
  const cases: readonly [string, TableParts, string][] = [
    [
      'with an unknown hit policy',
      { hitPolicy: 'BEST', rules: [] },
      'table: the hit policy "BEST" is unknown; use UNIQUE, ANY',
    ],
    [
      'with an unknown aggregation',
      { hitPolicy: 'COLLECT', aggregation: 'AVG', rules: [] },
      'table: the aggregation "AVG" is unknown',
    ],
    [
      'with an aggregation of another hit policy',
      { aggregation: 'SUM', rules: [] },
      'table: the aggregation SUM needs the hit policy COLLECT',
    ],
    [
      'with an aggregation of several outputs',
      { hitPolicy: 'COLLECT', aggregation: 'SUM', outputs: [{ name: 'a' }, { name: 'b' }], rules: [] },
      'table: the table "t" has several outputs, which cannot be aggregated',
    ],
    [
      'with priorities that nobody lists',
      { hitPolicy: 'PRIORITY', rules: [] },
      'table: the hit policy PRIORITY needs <outputValues>',
    ],
    ['without outputs', { outputs: [], rules: [] }, 'table: the table "t" has no output'],
    ['with outputs without names', { outputs: [{}, { name: 'b' }], rules: [] }, 'table: output 1 of "t" has no name'],
    [
      'with two outputs of one name',
      { outputs: [{ name: 'b' }, { name: 'b' }], rules: [] },
      'table: the table "t" has two outputs "b"',
    ],
    [
      'with a rule of too few cells',
      { rules: [['1']] },
      'rule1: rule 1 of the table "t" has 0 output entries; the table has 1 output columns',
    ],
    [
      'with a wrong cell',
      {
        rules: [
          ['1', '1'],
          ['< ', '1'],
        ],
      },
      'rule2: rule 2 of the table "t", input "x" "<": an expression is expected',
    ],
    [
      'with a wrong output',
      { rules: [['1', '1 +']] },
      'rule1: rule 1 of the table "t", output "1" "1 +": an expression is expected',
    ],
    [
      'with an unknown name',
      { rules: [['y', '1']] },
      'rule1: rule 1 of the table "t", input "x" "y": unknown name "y"',
    ],
    [
      'with a wrong input',
      { inputs: [{ expression: 'x ==' }], rules: [] },
      'table: input "x ==" of the table "t" "x ==": "=="',
    ],
    [
      'with an unknown type',
      { inputs: [{ expression: 'x', typeRef: 'tAge' }], rules: [] },
      'table: the type "tAge" is not defined',
    ],
  ]
  for (const [name, parts, expected] of cases) {
    it(name, () => {
      const problems = problemsOf(file(parts))
      assert.equal(problems.length, 1, problems.join('\n'))
      assert.ok(problems[0]!.startsWith(expected), problems[0]!)
    })
  }
})
