import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inSections } from './in-sections.ts'

const fields = ['a', 'b', 'c', 'd', 'e'].map((code) => ({ code }))
const shown = (...given: Parameters<typeof inSections>) =>
  inSections(...given).map((group) => [group.section?.name, group.fields.map(({ code }) => code).join('')])

it('fields of a form are divided into its sections and the fields between them', () => {
  const sections = [
    { name: 'Parties', fields: ['b', 'c'] },
    { name: 'Terms', fields: ['e'] },
  ]
  assert.deepEqual(shown(fields, sections), [
    [undefined, 'a'],
    ['Parties', 'bc'],
    [undefined, 'd'],
    ['Terms', 'e'],
  ])
  assert.deepEqual(shown(fields), [[undefined, 'abcde']])
})

it('two sections with the same title stay two sections, and a section without shown fields is left out', () => {
  const sections = [
    { name: 'Dates', fields: ['a'] },
    { name: 'Dates', fields: ['b', 'c'] },
    { name: 'Hidden', fields: ['x'] },
  ]
  assert.deepEqual(shown(fields.slice(0, 3), sections), [
    ['Dates', 'a'],
    ['Dates', 'bc'],
  ])
})
