import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nameKey, numbered, readName } from './entry-names.ts'

it('a name is stored as written, without surrounding blanks', () => {
  for (const name of [
    'a.txt',
    'Отчёт №1 (копия).pdf',
    'con',
    'a"b;c\'d.txt',
    '%2e%2e%2f',
    '👩‍👩‍👧.png',
    'x'.repeat(255),
  ])
    assert.equal(readName(name), name)
  assert.equal(readName('  a.txt '), 'a.txt')
})

it('characters that change the direction of writing are removed', () => {
  assert.equal(readName('report\u202efdp.exe'), 'reportfdp.exe')
})

it('names with different encodings of the same letters are equal', () => {
  assert.equal(readName('e\u0301'), 'é')
  assert.equal(nameKey('ÉTÉ.TXT'), nameKey('e\u0301te\u0301.txt'))
})

it('paths, control characters, lone surrogates and empty names are refused', () => {
  for (const name of [
    '',
    '  ',
    '.',
    '..',
    '../a',
    'a/b',
    'a\\b',
    'a\0b',
    'a\r\nb',
    '\u202e',
    '\u200b',
    '\u{e0001}\u2060',
    '\ud800',
    'x'.repeat(256),
  ])
    assert.throws(() => readName(name), { code: 'files.wrong_name' }, JSON.stringify(name))
})

it('numbers are inserted before the extension, and long names are shortened for them', () => {
  assert.equal(numbered('a.pdf', 0), 'a.pdf')
  assert.equal(numbered('a.pdf', 1), 'a (1).pdf')
  assert.equal(numbered('.env', 2), '.env (2)')
  assert.equal(numbered(`a.${'b'.repeat(253)}`, 1), `a.${'b'.repeat(249)} (1)`)
  const long = numbered(`${'👍'.repeat(120)}.longer-extension`, 12)
  assert.ok(long.length <= 255 && long.isWellFormed() && long.endsWith(' (12).longer-extension'))
})
