import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatsOf } from '../../i18n/formats.ts'
import { idsIn, type Shown, valueText } from './decision-text.ts'

const anna = '01a20d6f-1d0b-7000-a764-6b3a39ce7e1d'
const shown = (language: string): Shown => ({
  formats: formatsOf(language),
  yes: 'Yes',
  no: 'No',
  nameOf: (id) => (id === anna ? 'Anna' : 'an object'),
})

it('values of decisions are shown for people, in their language and without ids', () => {
  const english = (value: unknown) => valueText(value, shown('en'))
  assert.equal(english(250000), '250,000')
  assert.equal(valueText(0.1, shown('ru')), '0,1')
  assert.equal(english([true, 'gold', null]), 'Yes, gold, —')
  assert.equal(english({ rate: 0.1, levels: [] }), 'rate: 0.1, levels: —')
  assert.equal(english('2026-05-01'), 'May 1, 2026')
  assert.equal(english([anna, anna.replace('1d0b', '1d0c')]), 'Anna, an object')
  assert.deepEqual(idsIn({ who: anna, more: ['x', { id: anna }] }), [anna, anna])
})
