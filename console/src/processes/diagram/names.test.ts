import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withNamesIn } from './names.ts'

it('names of a diagram are translated, and nothing else of the file', () => {
  const xml = `<task id="Legal" name="Legal check"/><task name='A &amp; B'/><flow name="no"/><text>Legal check</text>`
  const texts = { 'Legal check': 'Юридическая "проверка"', 'A & B': 'А & Б', Legal: 'x' }
  assert.equal(
    withNamesIn(texts, xml),
    `<task id="Legal" name="Юридическая &quot;проверка&quot;"/><task name="А &amp; Б"/><flow name="no"/><text>Legal check</text>`,
  )
  assert.equal(withNamesIn({}, xml), xml)
})
