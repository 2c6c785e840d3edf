import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { intoSection, withField, withoutRow } from './change-rows.ts'
import { defaultEntries, entriesOf, type FormRow, isSection, pathsOf, rowsOf } from './form-rows.ts'
import { fieldRemoved, fieldRenamed, withForm } from './forms-of-fields.ts'
import { movedRow } from './move-row.ts'

const form = [
  'a',
  { section: 'P', fields: ['b', { field: 'c', readonly: true }] },
  'd',
  { section: { en: 'Q', ru: 'К' }, fields: ['e'] },
] as const
const rows = rowsOf(form)

/** Rows as text: sections in upper case, fields inside with a dot. */
const text = (all: readonly FormRow[]): string =>
  all
    .map((row) => (isSection(row) ? 'PQ'.charAt(row.section === 'P' ? 0 : 1) : `${row.isInside ? '.' : ''}${row.code}`))
    .join(' ')

describe('the rows of a form', () => {
  it('become the same entries again, and know their places in the definition', () => {
    assert.equal(text(rows), 'a P .b .c d Q .e')
    assert.deepEqual(entriesOf(rows), form)
    assert.deepEqual(pathsOf(rows, 'edit'), [
      ...['forms.edit[0]', 'forms.edit[1]', 'forms.edit[1].fields[0]', 'forms.edit[1].fields[1]'],
      ...['forms.edit[2]', 'forms.edit[3]', 'forms.edit[3].fields[0]'],
    ])
  })

  it('move step by step through the sections, down and up the same way', () => {
    assert.equal(text(movedRow(rows, 0, 1).rows), 'P .a .b .c d Q .e')
    let now = { rows, index: 2 }
    const seen = [text(rows)]
    for (;;) {
      const next = movedRow(now.rows, now.index, 1)
      if (next.rows === now.rows) break
      now = next as typeof now
      seen.push(text(now.rows))
    }
    assert.deepEqual(seen, [
      'a P .b .c d Q .e',
      'a P .c .b d Q .e',
      'a P .c b d Q .e',
      'a P .c d b Q .e',
      'a P .c d Q .b .e',
      'a P .c d Q .e .b',
      'a P .c d Q .e b',
    ])
    for (const expected of seen.toReversed().slice(1)) {
      now = movedRow(now.rows, now.index, -1) as typeof now
      assert.equal(text(now.rows), expected)
    }
  })

  it('move as a whole section with its fields, past a field or past a section', () => {
    const down = movedRow(rows, 1, 1)
    assert.deepEqual([text(down.rows), down.index], ['a d P .b .c Q .e', 2])
    const further = movedRow(down.rows, 2, 1)
    assert.deepEqual([text(further.rows), further.index], ['a d Q .e P .b .c', 4])
    assert.equal(movedRow(further.rows, 4, 1).rows, further.rows)
    assert.equal(text(movedRow(further.rows, 4, -1).rows), text(down.rows))
    assert.equal(text(movedRow(rows, 1, -1).rows), 'P .b .c a d Q .e')
  })

  it('go into a chosen section and out of it, and stay when their section is removed', () => {
    assert.equal(text(intoSection(rows, 0, 5).rows), 'P .b .c d Q .e .a')
    assert.equal(text(intoSection(rows, 6, 1).rows), 'a P .b .c .e d Q')
    assert.equal(text(intoSection(rows, 2, undefined).rows), 'a P .c d Q .e b')
    assert.equal(text(withoutRow(rows, 1)), 'a b c d Q .e')
    assert.equal(text(withoutRow(rows, 4)), 'a P .b .c Q .e')
    assert.equal(text(withField(rows, 'f')), 'a P .b .c d Q .e .f')
  })
})

describe('the forms of a definition', () => {
  it('begin with what they showed before they were described', () => {
    const codes = ['a', 'b', 'c', 'x']
    assert.deepEqual(defaultEntries({}, 'create', codes), codes)
    const forms = { create: ['c', { section: 'P', fields: [{ field: 'a', required: true }] }] }
    assert.deepEqual(defaultEntries(forms, 'edit', codes), [...forms.create, 'b', 'x'])
    assert.deepEqual(defaultEntries(forms, 'view', codes), ['c', { section: 'P', fields: ['a'] }, 'b', 'x'])
    assert.deepEqual(defaultEntries(forms, 'tile', codes), [])
  })

  it('follow the new code of a field, and lose removed fields', () => {
    const definition = { name: 'A', forms: { create: form, tile: ['b'] } }
    assert.equal(text(rowsOf(fieldRenamed(definition, 'b', 'z')!.create!)), 'a P .z .c d Q .e')
    assert.deepEqual(fieldRemoved(definition, 'b')!.tile, [])
    assert.equal(fieldRemoved({ name: 'A' }, 'b'), undefined)
  })

  it('are left out of the file when none is described', () => {
    assert.deepEqual(Object.keys(withForm({ tile: ['a'] }, 'create', ['b'])!), ['create', 'tile'])
    assert.equal(withForm({ create: ['a'] }, 'create', undefined), undefined)
  })
})
