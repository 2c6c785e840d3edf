import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readAcceptLanguage } from './request-headers.ts'

it('an Accept-Language header gives its languages, best first', () => {
  assert.deepEqual(readAcceptLanguage('en;q=0.5, RU-ru , de;q=0.8'), ['ru-ru', 'de', 'en'])
  assert.deepEqual(readAcceptLanguage('ru'), ['ru'])
})

it('languages that are not accepted, any language and nonsense are left out', () => {
  assert.deepEqual(readAcceptLanguage('*, ru;q=0, en;q=x, <b>, zz_y, '), [])
  assert.deepEqual(readAcceptLanguage(undefined), [])
  assert.equal(readAcceptLanguage(Array(50).fill('en').join()).length, 10)
})
