import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fetchedFileName } from './file-name.ts'

const named = (address: string, disposition?: string): string | undefined =>
  fetchedFileName({
    url: new URL(address, 'https://example.com'),
    headers: disposition === undefined ? {} : { 'content-disposition': disposition },
  })

test('the name is taken from the header, in every form that servers send', () => {
  for (const [disposition, name] of [
    ['attachment; filename="a report.pdf"', 'a report.pdf'],
    ['attachment; filename=report.pdf', 'report.pdf'],
    ['attachment; FILENAME = "report.pdf"; size=3', 'report.pdf'],
    ['attachment; filename="x.pdf"; filename*=UTF-8\'\'%D1%91%D0%B6.pdf', 'ёж.pdf'],
    ["attachment; filename*=utf-8'ru'%D1%91%D0%B6.pdf; filename=x", 'ёж.pdf'],
    ['attachment; filename="a \\"b\\" c"', 'a "b" c'],
    [`attachment; filename="${Buffer.from('ёж.pdf').toString('latin1')}"`, 'ёж.pdf'],
    ['attachment; filename="caf\u00e9.pdf"', 'café.pdf'],
  ] as const)
    assert.equal(named('/other', disposition), name, disposition)
})

test('without a header the name is taken from the URL, without its query', () => {
  assert.equal(named('/a/b/report.pdf?x=1/2#z'), 'report.pdf')
  assert.equal(named('/%D1%91%D0%B6.pdf'), 'ёж.pdf')
  assert.equal(named('/100%'), '100%')
  assert.equal(named('/report.pdf', 'inline'), 'report.pdf')
  assert.equal(named('/report.pdf', 'attachment; filename=""'), 'report.pdf')
  assert.equal(named('/'), undefined)
  assert.equal(named('/a/'), undefined)
})

test('a name has no path and no invisible characters, and is not too long', () => {
  assert.equal(named('/a', 'attachment; filename="../../etc/passwd"'), 'passwd')
  assert.equal(named('/a', 'attachment; filename="C:\\\\x\\\\y.doc"'), 'y.doc')
  assert.equal(named('/..%2f..%2fpasswd'), 'passwd')
  assert.equal(named('/a%00%0d%0ab.txt'), 'ab.txt')
  assert.equal(named('/%E2%80%AEfdp.exe'), 'fdp.exe')
  assert.equal(named('/%2e%2e%2f'), undefined)
  assert.equal([...named(`/${encodeURIComponent('😀'.repeat(300))}`)!].length, 255)
})
