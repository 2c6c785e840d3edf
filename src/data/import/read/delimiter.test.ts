import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delimiterByName, sniffDelimiter } from './delimiter.ts'

const cases: readonly [string, string, string][] = [
  ['commas', 'a,b,c\n1,2,3\n', ','],
  ['semicolons with decimal commas', 'a;b\n1,5;2,5\n', ';'],
  ['tabs', 'a\tb\n1,5\t2;3\n', '\t'],
  ['semicolons among addresses full of commas', 'id;address\n1;Kazan, Street, 48\n2;Perm, 1\n', ';'],
  ['delimiters inside quotes', '"a;x";"b,1,2"\n"1;;;";"2,,,,"\n', ';'],
  ['line breaks inside quotes', 'a,b\n"x\n;;;\n;;",2\n', ','],
  ['a quote inside a cell that is not quoted', 'size;name\n5" disk;a,b\n3" disk;c\n', ';'],
  ['one column', 'name\nAnna\n', ','],
  ['empty lines', '\n\na;b\n\n1;2\n', ';'],
]

for (const [what, sample, delimiter] of cases) {
  test(`the delimiter is found: ${what}`, () => {
    assert.equal(sniffDelimiter(sample, true), delimiter)
    assert.equal(sniffDelimiter(sample.replaceAll('\n', '\r\n'), true), delimiter)
  })
}

test('the last record of the sample is ignored when it is incomplete', () => {
  assert.equal(sniffDelimiter('a;b,c\n1;2,3\n1;', false), ';')
})

test('a delimiter can be given; letters, quotes and longer texts are refused', () => {
  assert.equal(delimiterByName('|'), '|')
  assert.equal(delimiterByName('\\t'), '\t')
  assert.equal(delimiterByName('tab'), '\t')
  for (const name of ['', ';;', 'a', '"', '\n'])
    assert.throws(() => delimiterByName(name), { code: 'import.wrong_option' })
})
