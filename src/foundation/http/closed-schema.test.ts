import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { closedSchema } from './closed-schema.ts'
import { compileCheck } from './validate.ts'

const schema = Type.Object({
  name: Type.Optional(Type.String()),
  entries: Type.Optional(Type.Array(Type.Object({ code: Type.String() }))),
  place: Type.Optional(Type.Union([Type.Null(), Type.Object({ city: Type.String() })])),
  more: Type.Optional(Type.Object({}, { additionalProperties: true })),
})
const check = compileCheck(closedSchema(schema), 'the body')

test('an unknown key is refused with a suggestion, at any depth', () => {
  assert.throws(() => check({ nam: 'x' }), /unknown field "nam" in the body; did you mean "name"\?/)
  assert.throws(() => check({ entries: [{ code: 'a', cod: 'b' }] }), /unknown field "cod" in "entries\.0"/)
  assert.throws(() => check({ place: { city: 'a', town: 'b' } }), /unknown field "town" in "place"/)
})

test('known keys, and any keys where the schema allows them, are accepted', () => {
  const body = { name: 'x', entries: [{ code: 'a' }], place: null, more: { anything: 1 } }
  assert.equal(check(body), body)
})

test('the schema itself still accepts unknown keys', () => {
  assert.doesNotThrow(() => compileCheck(schema, 'the body')({ nam: 'x' }))
})
