import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodingByName, sniffEncoding, textOf } from './encoding.ts'
import { fileOf, windows1251 } from './source-files.fixture.ts'

const text = 'Наименование;Адрес\nЁлка;Казань, ул. 1'

test('UTF-8 is detected with and without a byte order mark, and the mark is not part of the text', async () => {
  for (const content of [text, `\ufeff${text}`]) {
    const file = fileOf(content, 7)
    assert.equal(await sniffEncoding(file), 'utf-8')
    assert.equal((await Array.fromAsync(textOf(file, 'utf-8'))).join(''), text)
  }
})

test('UTF-16 is detected by its byte order mark', async () => {
  const little = Buffer.from(`\ufeff${text}`, 'utf16le')
  assert.equal(await sniffEncoding(fileOf(little)), 'utf-16le')
  assert.equal((await Array.fromAsync(textOf(fileOf(little, 3), 'utf-16le'))).join(''), text)
  const big = Buffer.from(little).swap16()
  assert.equal(await sniffEncoding(fileOf(big)), 'utf-16be')
})

test('a file that is not valid UTF-8 is read as Windows-1251', async () => {
  const file = fileOf(windows1251('Улица ёлок'), 3)
  assert.equal(await sniffEncoding(file), 'windows-1251')
  assert.equal((await Array.fromAsync(textOf(file, 'windows-1251'))).join(''), 'Улица ёлок')
})

test('a character that is incomplete at the end of the sample does not make the file Windows-1251', async () => {
  for (const shift of [0, 1]) {
    const file = fileOf('я'.repeat(200_000).padStart(200_000 + shift, 'a'))
    assert.equal(await sniffEncoding(file), 'utf-8')
  }
})

test('a character that is incomplete at the end of the file makes it Windows-1251', async () => {
  assert.equal(await sniffEncoding(fileOf(Buffer.from('abcя').subarray(0, 4))), 'windows-1251')
})

test('the first non-ASCII character decides, even late in the file', async () => {
  const ascii = Buffer.alloc(700_000, 'plain text\n')
  assert.equal(await sniffEncoding(fileOf(Buffer.concat([ascii, windows1251('Да')]))), 'windows-1251')
  assert.equal(await sniffEncoding(fileOf(Buffer.concat([ascii, Buffer.from('Да')]))), 'utf-8')
  assert.equal(await sniffEncoding(fileOf(ascii)), 'utf-8')
})

test('an invalid byte later in a UTF-8 file is an error', async () => {
  const file = fileOf(Buffer.concat([Buffer.from('да'), Buffer.from([0xff]), Buffer.from('нет')]))
  await assert.rejects(Array.fromAsync(textOf(file, 'utf-8')), { code: 'import.file_unreadable' })
})

test('an encoding can be given in its usual spellings, and others are refused', () => {
  assert.equal(encodingByName('CP1251'), 'windows-1251')
  assert.equal(encodingByName('utf8'), 'utf-8')
  for (const name of ['latin-9000', 'koi8-r', '']) {
    assert.throws(() => encodingByName(name), { code: 'import.wrong_option' })
  }
})
