import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nameText, withText } from './names.ts'

it('shows a name in the language of the user, else its first text', () => {
  assert.equal(nameText({ en: 'Contracts', ru: 'Договоры' }, 'ru'), 'Договоры')
  assert.equal(nameText({ de: 'Verträge' }, 'ru'), 'Verträge')
  assert.equal(nameText('Contracts', 'ru'), 'Contracts')
  assert.equal(nameText(undefined, 'en'), '')
})

it('changes the text of one language and keeps the others in their order', () => {
  assert.deepEqual(JSON.stringify(withText({ en: 'A', ru: 'Б' }, 'en', 'C')), '{"en":"C","ru":"Б"}')
  assert.deepEqual(withText({ en: 'A', ru: 'Б' }, 'ru', ''), { en: 'A' })
  assert.equal(withText({ en: 'A' }, 'en', ''), undefined)
})
