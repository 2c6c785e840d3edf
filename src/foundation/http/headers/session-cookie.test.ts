import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSessionCookie, sessionCookie } from './session-cookie.ts'

describe('the session cookie', () => {
  it('is read among other cookies', () => {
    assert.equal(readSessionCookie({ cookie: 'a=b; chancery_session=abc; c=d' }), 'abc')
    assert.equal(readSessionCookie({ cookie: 'chancery_session=abc;chancery_session=abc' }), 'abc')
  })

  it('is ignored when it is absent, empty, has another name or occurs with two values', () => {
    for (const cookie of [
      '',
      'chancery_session=',
      'x_chancery_session=abc',
      'chancery_session',
      'a=chancery_session=abc',
    ])
      assert.equal(readSessionCookie({ cookie }), undefined, cookie)
    assert.equal(readSessionCookie({ cookie: 'chancery_session=abc; chancery_session=def' }), undefined)
    assert.equal(readSessionCookie({}), undefined)
  })

  it('cannot be read by scripts or sent by other sites, and with https is sent over https only', () => {
    const text = 'chancery_session=abc; Path=/; HttpOnly; SameSite=Strict'
    assert.equal(sessionCookie('abc', { isSecure: false }), text)
    assert.equal(sessionCookie('abc', { isSecure: true }), `${text}; Secure`)
    assert.match(sessionCookie(undefined, { isSecure: false }), /^chancery_session=; .*; Max-Age=0$/)
  })
})
