// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { hasAllowedKeys } from '../../../../test/fuzz/schema-values.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import type { JsonObject, JsonValue } from '../../../foundation/kit/json.ts'
import { writeYaml } from '../../../solutions/files/write-yaml.ts'
import { readYaml } from '../../../solutions/files/yaml-file.ts'
import { readFiles, shopFiles } from '../../../solutions/solution.fixture.ts'
import { examples } from '../../../values/examples.fixture.ts'
import { applicationKind } from '../application-kind.ts'
import { planDraft } from '../plan/plan-applications.ts'
import { applicationFile } from './application-file.ts'

/** Returns the normalised file of an application. */
function canonical(text: string): JsonObject {
  const [draft] = readFiles(shopFiles({ one: text })).of(applicationKind)
  return applicationFile(planDraft(draft!, []).application)
}

describe('an application as a file', () => {
  it('contains only what differs from the defaults, in a fixed order', () => {
    const wordy = `
unique: [[b, a], [a]]
statuses:
  - { name: New, code: new, hidden: false, id: 1, group: default }
  - { name: Old, code: old, tone: danger, final: true, next: [] }
statusGroups: [{ name: Default, code: default }]
kind: standard
elementName: One
fields:
  - { type: string, name: a, code: a, array: false, required: false, default: null, search: false }
  - { maxLength: 5, type: string, code: b, name: Bee, indexed: true }
  - { code: c, type: phone, array: true }
  - { code: d, type: category, array: true, default: x, values: [{ name: X, code: x }] }
name: One`
    assert.equal(
      writeYaml(canonical(wordy)),
      `name: One
fields:
  - { code: a, type: string }
  - { code: b, name: Bee, type: string, indexed: true, maxLength: 5 }
  - { code: c, type: phone }
  - code: d
    type: category
    array: true
    default:
      - { code: x, name: X }
    values:
      - { code: x, name: X }
statuses:
  - { code: new, name: New }
  - { code: old, name: Old, final: true, tone: danger, next: [] }
unique:
  - [ a, b ]
  - a
`,
    )
  })

  it('gives the same file when it is read and written again, for any default value', () => {
    const fields = fc.array(
      fc.constantFrom(...examples).chain(({ field, given }) => given.map((value) => ({ field, value }))),
    )
    fc.assert(
      fc.property(fields, (drafts) => {
        const entries = drafts.flatMap(({ field, value }, index) => {
          const kept = readOrNothing(() => field.type.read(value, field))
          // Definitions refuse keys such as __proto__ at any depth.
          if (kept === undefined || !hasAllowedKeys(kept)) return []
          return [{ ...entryOf(field), code: `f${index}`, default: kept }]
        })
        const once = canonical(writeYaml({ name: 'One', fields: entries }))
        assert.deepEqual(canonical(writeYaml(once)), once)
      }),
    )
  })
})

type Example = (typeof examples)[number]['field']

function entryOf(field: Example): JsonObject {
  const { to, ...settings } = field.settings
  const target = to as { namespace: string; code: string } | undefined
  // References point to the application itself, because the solution has no other application.
  const array = field.array && field.type.several === 'optional' ? { array: true } : {}
  return { type: field.type.word, ...array, ...settings, ...(target === undefined ? {} : { to: 'shop.one' }) }
}

/** Returns the result of `read`, or undefined when `read` throws, because some examples contain invalid values. */
function readOrNothing(read: () => JsonValue): JsonValue | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof PlatformError) return undefined
    throw error
  }
}

describe('YAML', () => {
  it('reads back what was written, whatever the texts contain', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }).map((some) => some.replaceAll('\0', '').toWellFormed()),
      fc.constantFrom(
        '',
        ' ',
        'no',
        'null',
        '~',
        '1.0',
        '0x1f',
        '.inf',
        '- a',
        'a: b',
        'a #b',
        '\u0085',
        '\u2028',
        '\ufeff',
        '\t',
        '\r\n',
        'a\n\n b \n',
        '{',
        '"',
        "'",
        '!x',
        '&a',
        '*a',
        '?',
        '%',
        '@',
        '`',
        '=',
        '<<',
        '---',
        '...',
      ),
    )
    const key = text.filter((some) => !['__proto__', 'constructor', 'prototype'].includes(some))
    const { value } = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value')),
        tie('object'),
      ),
      object: fc.dictionary(key, tie('value'), { noNullPrototype: true }),
    }))
    fc.assert(
      fc.property(fc.dictionary(key, value, { noNullPrototype: true }), (map) => {
        const { value: back, problems } = readYaml('x.yaml', writeYaml({ name: map }))
        assert.deepEqual([back, problems], [{ name: map }, []])
      }),
      { numRuns: 500 },
    )
  })
})
