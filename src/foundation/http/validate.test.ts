import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { newId } from '../kit/ids.ts'
import { compileCheck, withoutEmpties } from './validate.ts'

const schema = Type.Object({
  context: Type.Optional(Type.Object({}, { additionalProperties: true })),
  ids: Type.Optional(Type.Array(Type.String({ format: 'uuid' }))),
  size: Type.Integer(),
})
const check = compileCheck(schema, 'the body')

describe('validating an input', () => {
  it('returns a valid input', () => {
    assert.deepEqual(check({ size: 1, more: 'is ignored' }), { size: 1, more: 'is ignored' })
  })

  it('names what is missing or wrong', () => {
    assert.throws(() => check({}), { message: '"size" is missing', details: { field: 'size' } })
    assert.throws(() => check({ size: 'x' }), { message: '"size" must be an integer' })
    assert.throws(() => check({ size: 1, ids: ['x'] }), { message: '"ids.0" must be a uuid' })
    assert.throws(() => check({ size: 1, ids: [`urn:uuid:${newId()}`] }), { message: '"ids.0" must be a uuid' })
    assert.throws(() => check([]), { message: 'the body must be an object' })
  })

  it('with several allowed forms names all of them, or the mistake in the form that was meant', () => {
    const either = compileCheck(
      Type.Object({ status: Type.Union([Type.String(), Type.Object({ code: Type.String() })]) }),
      'the body',
    )
    assert.throws(() => either({ status: 2 }), { message: '"status" must be a string or object' })
    assert.throws(() => either({ status: {} }), { message: '"status.code" is missing' })
    assert.throws(() => either({ status: { code: 2 } }), { message: '"status.code" must be a string' })
  })

  it('accepts nothing, null and [] in place of an empty object, on the top level and one level down', () => {
    for (const empty of [undefined, null, [], {}]) assert.deepEqual(withoutEmpties(empty, schema), {})
    assert.deepEqual(withoutEmpties({ context: [], ids: [], size: null }, schema), { context: {}, ids: [] })
  })

  it('refuses null for a flag that must not be lost', () => {
    const flags = Type.Object({ dryRun: Type.Optional(Type.Boolean({ 'x-refuses-null': true })) })
    const checkFlags = compileCheck(flags, 'the body')
    assert.throws(() => checkFlags(withoutEmpties({ dryRun: null }, flags)), { message: '"dryRun" must be a boolean' })
    assert.deepEqual(checkFlags(withoutEmpties({}, flags)), {})
  })

  it('accepts null for an absent value in lists of objects too, and refuses entries that are not objects', () => {
    const entry = Type.Object({ name: Type.String(), comment: Type.Optional(Type.String()) })
    const files = Type.Object({ files: Type.Array(entry) })
    const given = { files: [{ name: 'a', comment: null, more: null }, null, []] }
    assert.deepEqual(withoutEmpties(given, files), { files: [{ name: 'a', more: null }, null, []] })
  })

  it('leaves a bare list unchanged where a list is expected', () => {
    assert.deepEqual(withoutEmpties([], Type.Array(Type.String())), [])
  })
})
