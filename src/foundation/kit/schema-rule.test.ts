import assert from 'node:assert/strict'
import { it } from 'node:test'
import Type, { type TSchema } from 'typebox'
import { schemaProblems } from './schema-problems.ts'
import { explainRule } from './schema-rule.ts'

const explained = (schema: TSchema, value: unknown): string | undefined =>
  schemaProblems(schema, value, explainRule)[0]?.message

it('a violated rule is explained in a plain sentence without words of the validator', () => {
  const wrong: readonly [TSchema, unknown, string][] = [
    [Type.String({ minLength: 1 }), '', 'must have at least 1 character'],
    [Type.String({ maxLength: 3 }), 'abcd', 'must have at most 3 characters'],
    [Type.Array(Type.Any(), { minItems: 1 }), [], 'must have at least 1 entry'],
    [Type.Array(Type.Any(), { maxItems: 2 }), [1, 2, 3], 'must have at most 2 entries'],
    [Type.Array(Type.Any(), { uniqueItems: true }), [1, 1], 'must not have the same entry twice'],
    [Type.Object({}, { minProperties: 1 }), {}, 'must have at least 1 key'],
    [Type.Integer({ minimum: 1 }), 0, 'must be 1 or more'],
    [Type.Integer({ maximum: 9 }), 10, 'must be 9 or less'],
    [Type.Number({ exclusiveMinimum: 0 }), 0, 'must be more than 0'],
    [Type.Number({ multipleOf: 5 }), 7, 'must be a multiple of 5'],
    [Type.Literal('text'), 'other', 'must be "text"'],
    [Type.Enum(['a', 'b']), 'c', 'must be one of a, b'],
    [Type.String({ pattern: '^a' }), 'b', 'must match ^a'],
    [Type.Union([Type.String(), Type.Null()]), 3, 'is not allowed here'],
  ]
  for (const [schema, value, sentence] of wrong) assert.equal(explained(schema, value), sentence)
})
