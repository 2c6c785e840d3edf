import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSessionCookie, sessionCookie } from './session-cookie.ts'

describe('the session cookie', () => {
  it('is read from among others', () => {
    assert.equal(readSessionCookie({ cookie: 'a=b; chancery_session=abc; c=d' }), 'abc')
    assert.equal(readSessionCookie({ cookie: 'chancery_session=abc;chancery_session=abc' }), 'abc')
  })

  it('is nothing when it is absent, empty, of another name, or there are two', () => {
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

  it('is set for no script, no other site, and where there is https for nothing else', () => {
    const text = 'chancery_session=abc; Path=/; HttpOnly; SameSite=Strict'
    assert.equal(sessionCookie('abc', { isSecure: false }), text)
    assert.equal(sessionCookie('abc', { isSecure: true }), `${text}; Secure`)
    assert.match(sessionCookie(undefined, { isSecure: false }), /^chancery_session=; .*; Max-Age=0$/)
  })
})
