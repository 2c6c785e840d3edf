// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readYaml } from './yaml-file.ts'

const refused = (text: string): string[] =>
  readYaml('a.yaml', text).problems.map(({ line, message }) => `${line}: ${message}`)

describe('YAML', () => {
  it('words that other YAML versions read as dates, booleans or numbers stay text', () => {
    const { value } = readYaml('a.yaml', 'a: 2026-01-01\nb: yes\nc: 0123\nd: 1_000\ne: NO\n')
    assert.deepEqual(value, { a: '2026-01-01', b: 'yes', c: 123, d: '1_000', e: 'NO' })
  })

  const table: [string, string, RegExp][] = [
    ['a repeated key', 'a: 1\nb: 2\na: 3\n', /^3: the key "a" occurs twice$/],
    ['an alias', 'a: &x [1]\nb: *x\n', /^1: anchors .*/],
    [
      'a bomb of aliases',
      `a: &a [x,x]\n${'bcdefghi'.replace(/./g, (c) => `${c}: &${c} [*${String.fromCharCode(c.charCodeAt(0) - 1)},*${String.fromCharCode(c.charCodeAt(0) - 1)}]\n`)}`,
      /anchors/,
    ],
    ['a tag', 'a: !!binary aGk=\n', /tag/i],
    ['a merge key with an alias', 'a: &a {b: 1}\nc: {<<: *a}\n', /anchors/],
    ['the key __proto__', 'a:\n  __proto__: {admin: true}\n', /^2: the key "__proto__" is not allowed$/],
    ['the key constructor', 'constructor: 1\n', /not allowed/],
    ['a key that is no text', '? {a: 1}\n: 2\n', /keys must be strings/],
    ['two documents', 'a: 1\n---\nb: 2\n', /multiple documents/],
    ['a NUL', 'a: "x\\0y"\n', /^1: the text contains a character that cannot be stored$/],
    ['half a surrogate pair', 'a: "\\uD800"\n', /cannot be stored/],
    ['an infinite number', 'a: .inf\n', /finite/],
    ['nesting of a hundred thousand', '['.repeat(100_000), /nested too deeply/],
    ['nesting of seventy', `a: ${'['.repeat(70)}${']'.repeat(70)}\n`, /nested too deeply/],
    ['broken syntax', 'a: 1\nb: [1,\n', /^3: /],
  ]
  for (const [what, text, message] of table) {
    it(`${what} is refused with its line`, () => {
      const file = readYaml('a.yaml', text)
      assert.match(refused(text)[0] ?? 'accepted', message)
      assert.equal(file.value, null)
    })
  }

  it('a very long list of mistakes is truncated', () => {
    assert.equal(refused('a: 1\n'.repeat(5000)).length, 100)
  })

  it('a path gives its line, and a missing path the line of the nearest existing part', () => {
    const { lineOf } = readYaml('a.yaml', 'name: A\nfields:\n  - code: a\n  - code: b\n    type: string\n')
    assert.deepEqual(
      [lineOf(['fields', 1, 'type']), lineOf(['fields', 1, 'nothing', 3]), lineOf([]), lineOf(['x'])],
      [5, 4, 1, 1],
    )
  })
})
