import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readQueryInput, textParameters } from './query-input.ts'

describe('the input of a GET request', () => {
  it('is the JSON of the parameter "query"', () => {
    assert.deepEqual(readQueryInput(`query=${encodeURIComponent('{"size":5,"filter":{"tf":{"a":"ё"}}}')}`), {
      size: 5,
      filter: { tf: { a: 'ё' } },
    })
    assert.equal(readQueryInput('query='), undefined)
    assert.deepEqual(readQueryInput(''), {})
  })

  it('is made from plain parameters when "query" is missing', () => {
    assert.deepEqual(readQueryInput('from=0&size=50&active=true&filter=%7B%22a%22%3A1%7D&name=x'), {
      from: 0,
      size: 50,
      active: true,
      filter: { a: 1 },
      name: 'x',
    })
  })

  it('of the management API counts plain parameters beside "query", but no name twice', () => {
    const query = `query=${encodeURIComponent('{"size":5}')}`
    const read = (search: string) => readQueryInput(search, new Set(), { mergesPlain: true })
    assert.deepEqual(read(`performer=any&${query}`), { performer: 'any', size: 5 })
    assert.throws(() => read(`size=3&${query}`), /"size" is given twice/)
    assert.deepEqual(readQueryInput(`performer=any&${query}`), { size: 5 })
  })

  it('keeps a text parameter as written, also one made of digits', () => {
    const texts = textParameters({ properties: { q: { type: 'string' }, size: { type: 'integer' } } })
    const read = (search: string) => readQueryInput(search, texts)
    assert.deepEqual(read('q=0012&size=5'), { q: '0012', size: 5 })
    assert.deepEqual(read('q=40702810900000012345'), { q: '40702810900000012345' })
    assert.deepEqual(read('q=%7Bx'), { q: '{x' })
    assert.deepEqual(read('q=true'), { q: 'true' })
    assert.deepEqual(read('q=%22in+quotes%22'), { q: 'in quotes' })
    assert.deepEqual(read('q=%22Nordwind'), { q: '"Nordwind' })
    assert.deepEqual(read('q=%22'), { q: '"' })
    assert.throws(() => read('q=a%00b'), { code: 'input.character_not_allowed', message: /"q"/ })
  })

  it('is refused when a parameter is repeated', () => {
    assert.throws(() => readQueryInput('size=1&size=2'), { message: /"size" is given twice/ })
  })

  it('is refused when a plain parameter contains characters that cannot be stored, or has the name of a prototype', () => {
    assert.throws(() => readQueryInput('name=a%00b'), { code: 'input.character_not_allowed', message: /"name"/ })
    assert.throws(() => readQueryInput('a%00b=1'), { code: 'input.character_not_allowed' })
    assert.throws(() => readQueryInput('__proto__=%7B%22size%22%3A1%7D'), { code: 'input.key_not_allowed' })
  })

  it('is refused when its JSON is malformed', () => {
    assert.throws(() => readQueryInput('query=%7B'), { code: 'input.broken_json' })
  })
})
