import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadProgram } from '../../engine/advance/index.ts'
import type { Program } from '../../engine/model/index.ts'
import { bpmn, end, fixtureLanguage, flows, start } from '../../engine/process.fixture.ts'
import { compileProcesses } from '../../engine/process.ts'
import { processLanguageWith } from '../language/process-language.ts'
import { type ContextMoment, checkContext, contextFields, missingAtEnd, typedLanguage } from './index.ts'

const id = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'

async function programWith(variables: string, inside = ''): Promise<Program> {
  const xml = bpmn([`<extensionElements>${variables}</extensionElements>`, start(), inside, end(), flows('s > e')])
  const [program] = await compileProcesses(new TextEncoder().encode(xml), fixtureLanguage)
  return program!
}

const variable = (name: string, type: string, more = '', inside = ''): string =>
  `<chancery:variable name="${name}" type="${type}" ${more}>${inside}</chancery:variable>`

/** Returns the stored value of the variable `v`, or the error message. */
async function stored(type: string, value: unknown, more = '', inside = '', at: ContextMoment = 'start') {
  const checked = checkContext(await programWith(variable('v', type, more, inside)), { v: value }, { at })
  return 'values' in checked ? checked.values.v : checked.problems.map(({ message }) => message).join('; ')
}

const choices = '<chancery:value code="a" name="One"/><chancery:value code="b"/>'
const columns =
  '<chancery:column name="item" type="string" required="true"/><chancery:column name="price" type="decimal"/>'

describe('the values of variables', () => {
  const cases: readonly [string, unknown, unknown, string?, string?][] = [
    ['string', 'text', 'text'],
    ['integer', 7, 7],
    ['decimal', '0.10', '0.1'],
    ['decimal', 12, '12'],
    ['decimal', '1.5e3', '1500'],
    ['decimal', '12.5E-3', '0.0125'],
    ['decimal', '-0.00', '0'],
    ['decimal', '123456789012345678901234567890.12', '123456789012345678901234567890.12'],
    ['money', { cents: 100, currency: 'EUR' }, { cents: 100, currency: 'EUR' }],
    ['boolean', false, false],
    ['date', '2026-05-01', '2026-05-01T00:00:00Z'],
    ['datetime', '2026-05-01T08:30:00+03:00', '2026-05-01T05:30:00Z'],
    ['duration', 'P2DT4H', 'P2DT4H'],
    ['choice', 'a', [{ code: 'a', name: 'One' }], '', choices],
    ['user', id, [id]],
    ['group', [{ code: id, type: 'group' }], [{ code: id, type: 'group' }]],
    ['element', [id], [id], 'of="docs.contracts"'],
    ['file', [id], [id]],
    ['table', { rows: [{ item: 'A' }] }, { rows: [{ item: 'A', price: null }], result: {} }, '', columns],
    ['json', { a: [1, null] }, { a: [1, null] }],
    ['string', ['a', 'b'], ['a', 'b'], 'array="true"'],
    ['decimal', [1, '2.50'], ['1', '2.5'], 'array="true"'],
    ['user', [id], [id], 'array="true"'],
  ]
  for (const [type, given, kept, more, inside] of cases) {
    it(`${type} ${more ?? ''} keeps ${JSON.stringify(given)} as ${JSON.stringify(kept)}`, async () => {
      assert.deepEqual(await stored(type, given, more, inside), kept)
    })
  }

  const wrong: readonly [string, unknown, RegExp, string?, string?][] = [
    ['string', 1, /must be a string/],
    ['integer', 1.5, /must be a whole number/],
    ['integer', '1', /must be a number/],
    ['decimal', 'many', /must be a decimal number as text/],
    ['decimal', '1e999', /must be a decimal number as text/],
    ['money', 5, /must be \{cents, currency\}/],
    ['boolean', 'yes', /must be true or false/],
    ['date', 'tomorrow', /must be a date/],
    ['datetime', '2026-13-01T00:00:00Z', /must be a date and time/],
    ['duration', '2 days', /must be an ISO 8601 duration/],
    ['duration', 'P', /must be an ISO 8601 duration/],
    ['choice', 'c', /has no value "c"/, '', choices],
    ['user', 'petrova', /must hold ids/],
    ['element', id, /a bare string where an array/, 'of="docs.contracts"'],
    ['file', [{ name: 'a.txt', hash: id }], /persist the upload first/],
    ['table', { rows: [{ price: 'x', item: 'A' }] }, /decimal number/, '', columns],
    ['table', { rows: [{ price: 1 }] }, /is required/, '', columns],
    ['string', ['a', 1], /must be a string/, 'array="true"'],
    ['string', 'a', /must be a list/, 'array="true"'],
    ['json', { constructor: 2 }, /not allowed/],
    ['json', 'x'.repeat(257 * 1024), /at most 262144 are allowed/],
  ]
  for (const [type, given, message, more, inside] of wrong) {
    it(`${type} ${more ?? ''} refuses ${JSON.stringify(given).slice(0, 60)}`, async () => {
      assert.match(String(await stored(type, given, more, inside)), message)
    })
  }
})

describe('the check of a context', () => {
  const declared = [
    variable('amount', 'decimal', 'required="true"'),
    variable('reason', 'string'),
    variable('total', 'decimal', 'direction="output" required="true"'),
    variable('step', 'integer', 'direction="internal"'),
    variable('contract', 'string', 'readOnly="true"'),
    variable('signed', 'boolean', 'requiredAtEnd="true"'),
  ].join('')
  const problems = async (values: object, at: ContextMoment, present?: object) => {
    const checked = checkContext(await programWith(declared), values as Record<string, unknown>, {
      at,
      ...(present && { present: present as Record<string, unknown> }),
    })
    return 'values' in checked ? [] : checked.problems.map(({ field, message }) => [field, message])
  }

  it('names every wrong variable once', async () => {
    assert.deepEqual(await problems({ amont: '1', reason: 5, total: '1', step: 1 }, 'start'), [
      ['amont', 'the process has no variable "amont"; did you mean "amount"?'],
      ['reason', 'field "reason": must be a string, not 5'],
      ['total', '"total" is set by the process and cannot be given at the start'],
      ['step', '"step" is set by the process and cannot be given at the start'],
      ['amount', '"amount" is required'],
    ])
  })

  it('refuses every name when the process declares no variable', async () => {
    const checked = checkContext(await programWith(''), { a: 1 }, { at: 'start' })
    assert.deepEqual(checked, {
      problems: [{ field: 'a', message: 'the process has no variable "a"; it declares none' }],
    })
  })

  it('refuses changes of read-only variables and clearing required variables after the start', async () => {
    assert.deepEqual(await problems({ contract: 'b', amount: null, reason: null, step: 2 }, 'change'), [
      ['contract', '"contract" is read-only after the start'],
      ['amount', '"amount" is required and cannot be cleared'],
    ])
    assert.deepEqual(await problems({ step: 2 }, 'complete'), [['step', '"step" can only be set by the process']])
  })

  it('requires variables with `requiredAtEnd` at the end', async () => {
    const program = await programWith(declared)
    assert.deepEqual(missingAtEnd(program, { amount: '1', total: null }), [
      { field: 'total', message: '"total" is required at the end of the process' },
      { field: 'signed', message: '"signed" is required at the end of the process' },
    ])
    assert.deepEqual(missingAtEnd(program, { amount: '1', total: '2', signed: false }), [])
  })

  it('accepts undeclared variables and values of expressions from the process itself', async () => {
    const program = await programWith(
      [
        variable('boss', 'user'),
        variable('kind', 'choice', '', choices),
        variable('rows', 'table', '', columns),
        variable('on', 'date'),
        variable('sum', 'decimal'),
      ].join(''),
    )
    const given = {
      boss: id,
      kind: 'b',
      rows: [{ item: 'A', price: 0.3 }],
      on: '2026-05-01',
      sum: 0.3,
      answer: { ok: true },
    }
    assert.deepEqual(checkContext(program, given, { at: 'write' }), {
      values: {
        boss: [id],
        kind: [{ code: 'b', name: 'b' }],
        rows: { rows: [{ item: 'A', price: '0.3' }], result: {} },
        on: '2026-05-01T00:00:00Z',
        sum: '0.3',
        answer: { ok: true },
      },
    })
  })

  it('limits the whole context to 2 MB', async () => {
    const text = 'x'.repeat(250 * 1024)
    const present = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`v${index}`, text]))
    assert.match(String(await problems({ amount: '1', reason: text }, 'start', present)), /at most 2097152 are allowed/)
  })
})

describe('variables in expressions', () => {
  it('have their declared types', async () => {
    const program = await programWith(
      [
        variable('price', 'decimal'),
        variable('due', 'date'),
        variable('boss', 'user'),
        variable('kind', 'choice', '', choices),
        variable('positions', 'table', '', columns),
      ].join(''),
    )
    const texts = ['price * 3 = 0.3', 'due + duration("P1D")', 'boss', 'kind = "a"', 'sum(positions.price)']
    const loaded = loadProgram({ ...program, expressions: texts }, typedLanguage(program, processLanguageWith))
    const context = {
      price: '0.1',
      due: '2026-05-01T00:00:00Z',
      boss: [id],
      kind: [{ code: 'a', name: 'One' }],
      positions: {
        rows: [
          { item: 'A', price: '0.1' },
          { item: 'B', price: '0.2' },
        ],
        result: {},
      },
    }
    assert.deepEqual(
      loaded.expressions.map(({ evaluate }) => evaluate(context, { nowMs: 0, timeZone: 'UTC' })),
      [true, '2026-05-02', id, true, 0.3],
    )
  })
})

describe('variables as fields of lists', () => {
  it('have the types of element fields', async () => {
    const program = await programWith(
      [variable('a', 'integer', 'title="Number"'), variable('b', 'element', 'of="docs.contracts" array="true"')].join(
        '',
      ),
    )
    const fields = [...contextFields(program).values()]
    assert.deepEqual(
      fields.map(({ code, name, type, array, settings }) => [code, name, type.code, array, settings]),
      [
        ['a', 'Number', 'FLOAT', false, { integer: true }],
        ['b', 'b', 'SYS_COLLECTION', true, { to: { namespace: 'docs', code: 'contracts' } }],
      ],
    )
    assert.equal(contextFields(program), contextFields(program))
  })
})
