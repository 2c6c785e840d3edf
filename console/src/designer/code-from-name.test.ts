import assert from 'node:assert/strict'
import { it } from 'node:test'
import { codeFromName } from './code-from-name.ts'

it('makes a code from a name in both scripts', () => {
  assert.equal(codeFromName('Signed on'), 'signed_on')
  assert.equal(codeFromName('Дата договора'), 'data_dogovora')
  assert.equal(codeFromName('Щёки, 2-й ряд'), 'scheki_2_y_ryad')
  assert.equal(codeFromName('Résumé'), 'resume')
  assert.equal(codeFromName('1. 日本'), '')
})

it('makes a code that is free', () => {
  assert.equal(codeFromName('Due', ['due', 'due_2']), 'due_3')
  assert.equal(codeFromName('A very long name of a field that goes on'), 'a_very_long_name_of_a_field_th')
})
