import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerptOf, indexedWords, wordsOf } from './words.ts'

test('words are in lower case, without punctuation, and accented letters are single characters', () => {
  assert.deepEqual(wordsOf('Акт_№2026-05 (1).PDF, «Ёж» a/b ДО\u00adГОВОР и\u0306 x\0y \ud800'), [
    'акт',
    '2026',
    '05',
    '1',
    'pdf',
    'ёж',
    'a',
    'b',
    'договор',
    'й',
    'x',
    'y',
  ])
  assert.deepEqual(wordsOf('x'.repeat(201)), [])
})

test('after the last position that the database counts, each word occurs once', () => {
  const words = indexedWords(`${'a b '.repeat(20_000)} c c d`).split(' ')
  assert.equal(words.length, 16_385)
  assert.deepEqual(words.slice(-3), ['a', 'c', 'd'].slice(0, 3))
})

test('the list of words ends before it is too long for the database', () => {
  const unique = Array.from({ length: 300_000 }, (_, at) => `слово${at}`).join(' ')
  const kept = indexedWords(unique).split(' ')
  assert.ok(kept.length > 40_000 && kept.length < 100_000, String(kept.length))
})

test('an excerpt is one line of whole characters', () => {
  assert.equal(excerptOf(' a\n\n b\t<c ', 10), 'a b < c')
  assert.equal(excerptOf('ab😀', 3), 'ab\ufffd')
})
