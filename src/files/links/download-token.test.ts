import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import { newId } from '../../foundation/kit/ids.ts'
import { type LinkClaims, signDownloadToken, verifyDownloadToken } from './download-token.ts'
import { contentDisposition, contentDispositionInUrl } from './headers.ts'

const key = randomBytes(32)
const claims: LinkClaims = {
  kind: 'file',
  id: newId(),
  version: 3,
  userId: newId(),
  name: 'Отчёт.pdf',
  inline: true,
  untilS: 1000,
}

it('a signed token is valid until its expiry, with the same key and name only', () => {
  const token = signDownloadToken(key, claims)
  assert.deepEqual(verifyDownloadToken(key, token, claims.name, 999_999), claims)
  assert.equal(verifyDownloadToken(key, token, claims.name, 1_000_000), undefined)
  assert.equal(verifyDownloadToken(key, token, 'Отчёт.exe', 0), undefined)
  assert.equal(verifyDownloadToken(randomBytes(32), token, claims.name, 0), undefined)
})

it('no character of a token can be replaced', () => {
  const token = signDownloadToken(key, claims)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n'
  for (let place = 0; place < token.length; place++) {
    for (const letter of letters) {
      if (letter === token[place]) continue
      const changed = `${token.slice(0, place)}${letter}${token.slice(place + 1)}`
      assert.equal(verifyDownloadToken(key, changed, claims.name, 0), undefined, `${place} ${letter}`)
    }
  }
  for (const other of ['', '.', `${token}=`, `${token}.`, `${token}.${token}`, token.slice(0, -1), `${token} `])
    assert.equal(verifyDownloadToken(key, other, claims.name, 0), undefined, other)
})

it('every name gives one line of plain characters', () => {
  for (const name of ['a"b.txt', "it's (1); x=*.txt", 'Отчёт.pdf', '\u2028', '%0d%0a']) {
    const line = contentDisposition('attachment', name)
    assert.match(line, /^attachment; filename\*=UTF-8''[\w.%~!-]+$/)
    assert.equal(decodeURIComponent(line.slice(line.indexOf("''") + 2)), name)
  }
  assert.equal(contentDispositionInUrl('inline', 'a;b%41.txt'), "inline; filename*=UTF-8''a_b_41.txt;")
})
