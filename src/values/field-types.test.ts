import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { PlatformError } from '../foundation/kit/errors.ts'
import { examples, statusField } from './examples.fixture.ts'
import type { Field } from './field-type.ts'
import { fieldTypes } from './field-types.ts'

test('each type that can be written has an example', () => {
  const shown = new Set(examples.map(({ field }) => field.type))
  assert.deepEqual(
    fieldTypes.filter((type) => !shown.has(type)).map(({ word }) => word),
    [],
  )
})

for (const { field, given } of examples) {
  const name = `${field.type.word} ${JSON.stringify(field.settings)}`

  test(`${name}: reading a stored value again changes nothing`, () => {
    fc.assert(
      fc.property(given, (value) => {
        const kept = throughJson(field.type.read(value, field))
        if (kept !== null) assert.deepEqual(throughJson(field.type.read(kept, field)), kept)
      }),
    )
  })

  test(`${name}: a stored value matches the schema of the API`, () => {
    const ajv = new Ajv()
    formats.default(ajv)
    const fits = ajv.compile(field.type.wire(field))
    fc.assert(
      fc.property(given, (value) => {
        const kept = throughJson(field.type.read(value, field))
        assert.ok(kept === null || fits(kept), `${JSON.stringify(kept)} ${JSON.stringify(fits.errors)}`)
      }),
    )
  })
}

const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 5 }),
  fc.constantFrom('', '0', [], {}, [null], [[]], { rows: [null] }, -0),
)
const cells = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.stringMatching(/^[0-9 .,:;eE+\-TZ]{1,20}$/),
  fc.constantFrom(';', ' ', '::', '9'.repeat(5000), '46143.999999', '{"rows":[{}]}'),
)

for (const field of [...examples.map((example) => example.field), statusField]) {
  const { type } = field

  test(`${type.word} ${JSON.stringify(field.settings)}: any value is accepted or refused with the name of the field, and never causes a failure`, () => {
    const refusal = (work: () => unknown) => {
      try {
        return work()
      } catch (error) {
        assert.ok(error instanceof PlatformError && error.status === 400, String(error))
        assert.ok(String(error.details.field).startsWith('f'))
        return undefined
      }
    }
    fc.assert(fc.property(hostile, (value) => void refusal(() => value === null || type.read(value, field))))
    fc.assert(fc.property(hostile, (value) => void refusal(() => value === null || type.criterion(value, field))))
    fc.assert(fc.property(cells, (text) => void refusal(() => readCell(text, field))))
  })
}

/** Reads a cell as an import does, except for types whose cells the import looks up first. */
function readCell(text: string, field: Field): void {
  const value = field.type.cell(text, field)
  if (field.type.refersTo === undefined && value !== null) field.type.read(value, field)
}

/** Returns the value as the database gives it back; -0 becomes 0. */
function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
