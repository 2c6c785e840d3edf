import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineField, readContext } from './index.ts'

const fields = new Map(
  [
    { code: 'amount', type: 'number' },
    { code: 'title', type: 'string' },
    { code: 'meta', type: 'json' },
    { code: 'phones', type: 'phone' },
  ].map((entry) => [entry.code, defineField(entry, 'fields')]),
)

test('only the given fields are returned, and null stays null', () => {
  assert.deepEqual(readContext({ title: 'x', amount: null, meta: undefined }, fields), { title: 'x', amount: null })
  assert.deepEqual(readContext({}, fields), {})
})

test('an unknown field is refused by name', () => {
  refused({ amont: 1 }, 'field.unknown', 'amont', 'unknown field "amont"; did you mean "amount"?')
  refused({ '': 1 }, 'field.unknown', '', 'unknown field ""')
  refused({ toString: 1 }, 'field.unknown', 'toString', 'unknown field "toString"')
})

test('keys that reach prototypes are refused at any depth', () => {
  refused(JSON.parse('{"__proto__": {}}'), 'field.not_allowed', '__proto__', 'field not allowed: "__proto__"')
  refused({ constructor: 1 }, 'field.not_allowed', 'constructor', 'field not allowed')
  const deep = JSON.parse('{"meta": {"a": [{"__proto__": {"polluted": true}}]}}')
  refused(deep, 'field.not_allowed', 'meta.a[0].__proto__', 'field not allowed: "meta.a[0].__proto__"')
  refused({ phones: [{ prototype: 1 }] }, 'field.not_allowed', 'phones[0].prototype', 'field not allowed')
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
})

test('characters that PostgreSQL rejects are refused everywhere', () => {
  const sentence = 'holds an invalid character (U+0000 or half of a surrogate pair)'
  refused({ title: 'a\0b' }, 'field.wrong_value', 'title', sentence)
  refused({ title: '\ud800' }, 'field.wrong_value', 'title', sentence)
  refused({ meta: { a: ['\udc00'] } }, 'field.wrong_value', 'meta.a[0]', sentence)
  refused({ meta: { 'a\0': 1 } }, 'field.wrong_value', 'meta', sentence)
  refused({ phones: '\0' }, 'field.wrong_value', 'phones', sentence)
})

test('numbers beyond JavaScript and deep nesting are refused', () => {
  refused(JSON.parse('{"meta": [1e400]}'), 'field.wrong_value', 'meta[0]', 'a number that is too large')
  const deep = JSON.parse(`{"meta": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
  refused(deep, 'field.wrong_value', `meta${'[0]'.repeat(30)}`, 'is nested more than 30 levels deep')
})

test('a value that does not fit is refused with the name of its field', () => {
  refused({ amount: 'x' }, 'field.wrong_value', 'amount', 'field "amount": must be a number, not "x"')
})

function refused(context: Record<string, unknown>, code: string, field: string, sentence: string): void {
  assert.throws(
    () => readContext(context, fields),
    (error: Error & { code?: string; status?: number; details?: { field: string } }) => {
      assert.deepEqual([error.code, error.status, error.details?.field], [code, 400, field])
      assert.ok(error.message.includes(sentence), error.message)
      return true
    },
  )
}
