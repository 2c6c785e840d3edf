import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BareRound } from './bare.ts'
import { scriptOf } from './pgbench.ts'
import { elementId, fillTemplate, numbersOf } from './template.ts'

const round = (text: string, values: (string | null)[], types: string[]): BareRound => ({
  url: '',
  statements: [{ text, values, types }],
  between: [1, 10],
  firstV: 100,
  seconds: 1,
})

test('parameters are bound as variables, so that no value is part of the statement text', () => {
  const { script, variables } = scriptOf(round('select $1, $1, $2', ["{'a': 1}; drop", null], ['text', 'uuid']))
  assert.match(script, /select \(:s0p0::text\)::text, \(:s0p0::text\)::text, null::uuid;/)
  assert.equal(variables.s0p0, "{'a': 1}; drop")
})

test('the server computes a parameter that is an id or contains a number', () => {
  const { script, variables } = scriptOf(round('select $1, $2', ['@id@', '{"code":"B-@v@"}'], ['uuid', 'jsonb']))
  assert.match(script, /select \(\('018f0000-0000-7000-8000-' \|\| lpad\(to_hex\(:n::bigint\), 12, '0'\)\)\)::uuid/)
  assert.match(script, /\(replace\(:s0p1::text, '@v@', :v::text\)\)::jsonb/)
  assert.equal(variables.s0p1, '{"code":"B-@v@"}')
})

test('a colon that pgbench would read as a variable is refused', () => {
  assert.throws(() => scriptOf(round(`select to_char(now(), 'HH24:MI')`, [], [])), /misread a colon/)
  assert.doesNotThrow(() => scriptOf(round(`select '{"id":' || 1::text`, [], [])))
})

test('a template is filled with the number of an element, its id and a number that was never used before', () => {
  assert.equal(fillTemplate('/@id@/@n@?@v@', { n: 255, v: 7 }), `/${elementId(255)}/255?7`)
  assert.equal(elementId(255), '018f0000-0000-7000-8000-0000000000ff')
})

test('as many requests as there are elements use each element exactly once', () => {
  const met = new Set(Array.from({ length: 500 }, (_, at) => numbersOf(1_000_000 + at, [1, 500]).n))
  assert.equal(met.size, 500)
  assert.equal(Math.min(...met), 1)
  assert.equal(Math.max(...met), 500)
})
