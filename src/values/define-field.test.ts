import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import type { PlatformError } from '../foundation/kit/errors.ts'
import { checkField, defineField, fieldSchema, fieldTypeByCode, fieldTypeByWord, fieldTypes } from './index.ts'

test('a field is its entry with defaults, frozen', () => {
  const entry = { code: 'amount', name: 'Amount', type: 'number', required: true, search: true, default: 5, min: 1 }
  const { type, ...rest } = defineField(entry, 'fields[0]')
  assert.equal(type, fieldTypeByWord('number'))
  assert.deepEqual(rest, {
    code: 'amount',
    name: 'Amount',
    required: true,
    array: false,
    indexed: false,
    searchable: true,
    defaultValue: 5,
    settings: { min: 1 },
  })
  assert.ok(Object.isFrozen(defineField(entry, 'fields[0]').settings))
  assert.equal(defineField({ code: 'a', type: 'string' }, 'f').name, 'a')
})

test('a default is stored as a written value would be', () => {
  const values = [{ code: 'a', name: 'A' }]
  const field = defineField({ code: 'kind', type: 'category', values, default: 'a' }, 'f')
  assert.deepEqual(field.defaultValue, [{ code: 'a', name: 'A' }])
})

test('each problem is a sentence with its path', () => {
  const table: [unknown, ...string[]][] = [
    [5, 'fields[3]: a field must be a map of keys, not 5'],
    [{ code: 'a', type: 'strng' }, 'fields[3].type: unknown type "strng"; did you mean "string"?'],
    [{ code: 'a' }, 'fields[3].type: is missing; known are string, number'],
    [{ code: 'a', type: 'status' }, 'fields[3].type: unknown type "status"'],
    [{ type: 'string' }, 'fields[3].code: is missing'],
    [{ code: '1st', type: 'string' }, 'fields[3].code: "1st" does not match ^_?[A-Za-z][A-Za-z0-9_]*$'],
    [{ code: 'a'.repeat(64), type: 'string' }, 'fields[3].code: must have at most 63 characters'],
    [{ code: '__name', type: 'string' }, 'fields[3].code: "__name" does not match'],
    [{ code: 'constructor', type: 'string' }, 'fields[3].code: "constructor" is not allowed as a code'],
    [{ code: 'a', type: 'string', maxLenght: 5 }, 'fields[3].maxLenght: unknown key; did you mean "maxLength"?'],
    [{ code: 'a', type: 'string', required: 'yes' }, 'fields[3].required: must be boolean, not "yes"'],
    [
      { code: 'a', type: 'string', view: 'txt' },
      'fields[3].view: "txt" is not allowed here; one of text, multiline, html is',
    ],
    [{ code: 'a', type: 'number', min: 5, max: 1 }, 'fields[3].min: is greater than max (1)'],
    [{ code: 'a', type: 'number', array: true }, 'fields[3].array: a number holds one value'],
    [{ code: 'a', type: 'phone', array: false }, 'fields[3].array: a phone is always a list'],
    [{ code: 'a', type: 'json', indexed: true }, 'fields[3].indexed: a json cannot be indexed'],
    [{ code: 'a', type: 'number', default: 'x' }, 'fields[3].default: field "a": must be a number, not "x"'],
    [{ code: 'a', type: 'reference' }, 'fields[3].to: is missing'],
    [{ code: 'a', type: 'reference', to: 'contacts' }, 'fields[3].to: "contacts" is not allowed here'],
    [{ code: 'a', type: 'category', values: [] }, 'fields[3].values: must have at least 1 entry'],
    [{ code: 'a', type: 'category', values: [{ code: 'x' }] }, 'fields[3].values[0].name: is missing'],
    [{ code: 'a', type: 'category', values: twice }, 'fields[3].values[1].code: "x" occurs twice'],
    [{ code: 'a', type: 'string', name: 'a\0' }, 'fields[3]: holds an invalid character'],
    [
      JSON.parse('{"code": "a", "type": "json", "default": {"__proto__": 1}}'),
      'fields[3]: key not allowed: "default.__proto__"',
    ],
  ]
  for (const [entry, ...sentences] of table) {
    const found = problemsOf(entry)
    for (const sentence of sentences)
      assert.ok(
        found.some((text) => text.startsWith(sentence)),
        `${sentence}\n${found}`,
      )
  }
})

test('all problems are reported at once, including those of columns', () => {
  const columns = [
    { code: 'a', type: 'nmber' },
    { code: 'b', type: 'table', columns: [{ code: 'c', type: 'json' }] },
    7,
  ]
  assert.deepEqual(problemsOf({ code: 'items', type: 'table', columns, indexed: true }), [
    'fields[3].columns[0].type: unknown type "nmber"; did you mean "number"?',
    'fields[3].columns[1].type: a column of a table cannot be a table',
    'fields[3].columns[2]: a field must be a map of keys, not 7',
    'fields[3].indexed: a table cannot be indexed',
  ])
})

test('phones are a list without `array`', () => {
  assert.equal(defineField({ code: 'phones', type: 'phone' }, 'f').array, true)
})

test('problems can be returned instead of thrown, with their paths', () => {
  const { field, problems } = checkField({ code: 'a', type: 'category', values: twice })
  assert.equal(field, undefined)
  assert.deepEqual(problems, [{ path: ['values', 1, 'code'], message: '"x" occurs twice' }])
})

test('types are found by code and by word; system types only by code', () => {
  assert.equal(new Set(fieldTypes.map(({ code }) => code)).size, fieldTypes.length)
  assert.equal(new Set(fieldTypes.map(({ word }) => word)).size, fieldTypes.length)
  assert.equal(fieldTypeByCode('SYS_COLLECTION')?.word, 'reference')
  assert.equal(fieldTypeByCode('STATUS')?.word, 'status')
  assert.equal(fieldTypeByWord('status'), undefined)
})

test('the published schema accepts and refuses the same entries as the code', () => {
  const fits = new Ajv({ strict: false }).compile(fieldSchema)
  const items = { code: 'items', type: 'table', columns: [{ code: 'a', type: 'number', min: 1 }] }
  for (const entry of [{ code: 'a', type: 'string' }, { code: 'a', type: 'reference', to: 'ref.b' }, items]) {
    assert.ok(fits(entry), JSON.stringify(fits.errors))
    assert.ok(checkField(entry).field)
  }
  for (const entry of [
    { code: 'a', type: 'strng' },
    { code: 'a', type: 'string', to: 'ref.b' },
    { ...items, columns: [items] },
  ]) {
    assert.equal(fits(entry), false)
    assert.equal(checkField(entry).field, undefined)
  }
})

const twice = [
  { code: 'x', name: 'X' },
  { code: 'x', name: 'Y' },
]

function problemsOf(entry: unknown): string[] {
  try {
    defineField(entry, 'fields[3]')
  } catch (error) {
    const { code, details } = error as PlatformError
    assert.equal(code, 'field.wrong_definition')
    return (details.problems as { path: string; message: string }[]).map(({ path, message }) => `${path}: ${message}`)
  }
  return []
}
