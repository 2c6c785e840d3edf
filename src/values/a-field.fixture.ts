import assert from 'node:assert/strict'
import { PlatformError } from '../foundation/kit/errors.ts'
import { defineField } from './define-field.ts'
import type { Criterion, Field } from './field-type.ts'

/** Returns a field `f` of the type for tests; `entry` holds the other keys of its definition. */
export function aField(type: string, entry: Record<string, unknown> = {}): Field {
  return defineField({ code: 'f', type, ...entry }, 'f')
}

/** Asserts that the field stores each first value as the second. */
export function assertKept(field: Field, table: readonly (readonly [given: unknown, kept: unknown])[]): void {
  for (const [given, kept] of table) assert.deepEqual(field.type.read(given, field), kept, JSON.stringify(given))
}

/** Asserts that the field refuses each value with an error message that contains the text. */
export function assertRefused(field: Field, table: readonly (readonly [given: unknown, sentence: string])[]): void {
  for (const [given, sentence] of table) {
    assertFails(() => field.type.read(given, field), 'field.wrong_value', sentence, JSON.stringify(given))
  }
}

export function assertCells(field: Field, table: readonly (readonly [text: string, value: unknown])[]): void {
  for (const [text, value] of table) assert.deepEqual(field.type.cell(text, field), value, JSON.stringify(text))
}

export function assertRefusedCells(field: Field, texts: readonly string[], sentence: string): void {
  for (const text of texts) assertFails(() => field.type.cell(text, field), 'field.wrong_value', sentence, text)
}

export function assertCriteria(
  field: Field,
  table: readonly (readonly [given: unknown, criterion: Criterion])[],
): void {
  for (const [given, criterion] of table) assert.deepEqual(field.type.criterion(given, field), criterion)
}

export function assertRefusedCriteria(field: Field, table: readonly (readonly [given: unknown, text: string])[]): void {
  for (const [given, sentence] of table) {
    assertFails(() => field.type.criterion(given, field), 'field.wrong_criterion', sentence, JSON.stringify(given))
  }
}

function assertFails(work: () => unknown, code: string, sentence: string, label: string): void {
  assert.throws(
    work,
    (error) => {
      assert.ok(error instanceof PlatformError, `${label}: ${error}`)
      assert.equal(error.code, code, label)
      assert.ok(error.message.startsWith('field "f'), `${label}: ${error.message}`)
      assert.ok(error.message.includes(sentence), `${label}: ${error.message}`)
      return true
    },
    label,
  )
}
