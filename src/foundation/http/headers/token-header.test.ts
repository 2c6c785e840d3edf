import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readToken } from './request-headers.ts'

describe('the token of a request', () => {
  it('is read from each form that clients send', () => {
    assert.equal(readToken({ authorization: 'Bearer abc' }), 'abc')
    assert.equal(readToken({ authorization: 'bearer  abc' }), 'abc')
    assert.equal(readToken({ authorization: 'abc' }), 'abc')
    assert.equal(readToken({ 'x-token': 'abc' }), 'abc')
  })

  it('is undefined when there is none', () => {
    assert.equal(readToken({}), undefined)
    assert.equal(readToken({ authorization: 'Bearer ' }), undefined)
    assert.equal(readToken({ authorization: '', 'x-token': '' }), undefined)
  })

  it('may be sent twice when both are equal, and is refused when they differ', () => {
    assert.equal(readToken({ authorization: 'Bearer abc', 'x-token': 'abc' }), 'abc')
    assert.throws(() => readToken({ authorization: 'Bearer abc', 'x-token': 'def' }), {
      code: 'auth.two_tokens',
      status: 401,
    })
  })
})
