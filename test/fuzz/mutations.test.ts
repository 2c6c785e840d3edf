import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { addressed, type Draft, tokenHeader, written } from './drafts.ts'
import { deepMark } from './hostile.ts'
import { mutations } from './mutations.ts'

const draft: Draft = {
  method: 'POST',
  segments: ['pub', 'v1', 'app', 'all', 'things', '{{thing}}', 'update'],
  query: [],
  headers: [tokenHeader],
  json: { context: { title: 'a', amount: 1, parts: ['{{part}}'] } },
  right: true,
}
const right = written(draft)
const spoilt = fc.sample(mutations, { numRuns: 5000, seed: 1 }).map((mutation) => written(mutation(draft)))

describe('mutations', () => {
  it('change one place, and leave the draft itself unchanged', () => {
    assert.deepEqual(written(draft), right)
    const same = spoilt.filter((request) => JSON.stringify(request) === JSON.stringify(right))
    assert.ok(same.length < spoilt.length / 20, `${same.length} changed nothing`)
  })

  const reached: readonly [string, (text: string) => boolean][] = [
    ['a missing key', (text) => text.includes('\n{"context":{"amount":1,"parts"')],
    ['another type', (text) => text.includes('"amount":"1"')],
    ['a value twice', (text) => text.includes('"title":["a","a"]')],
    ['a key twice in the text', (text) => text.includes('{"context":null,"context":')],
    ['100,000 keys', (text) => text.includes('"@many keys@"')],
    ['10,000 levels', (text) => text.includes('['.repeat(10_000))],
    ['a number that is none', (text) => /:-?1e999/.test(text)],
    ['a size of 1e18', (text) => text.includes('1000000000000000000')],
    ['__proto__ as a key', (text) => text.includes('"__proto__":')],
    ['NUL as an escape', (text) => text.includes('\\u0000')],
    ['NUL as it is', (text) => text.includes('\u0000')],
    ['half a surrogate pair', (text) => /\\ud800/.test(text)],
    ['JSON that breaks off', (text) => /\n\{"context":[^}]*$/.test(text)],
    ['no token', (text) => !/authorization|x-token/.test(text)],
    ['two tokens', (text) => /x-token/.test(text) && /authorization/.test(text)],
    ['a content type of a form', (text) => text.includes('multipart/form-data')],
    ['another method', (text) => text.startsWith('DELETE')],
    ['a double slash', (text) => /^POST [^?]*\/\//.test(text)],
    ['a long path', (text) => /^POST \S{20000}/.test(text)],
    ['a percent sign that stands for nothing', (text) => /^POST \S*%zz/.test(text)],
  ]
  for (const [what, isThere] of reached) {
    it(`reach ${what}`, () => {
      const texts = spoilt.map(({ method, path, headers, body }) => `${method} ${path}\n${headers.join('\n')}\n${body}`)
      assert.ok(texts.some(isThere))
    })
  }
})

describe('a request', () => {
  it('gets the ids of the server to which it is sent, in its path, its body and its query', () => {
    const known = { thing: 'T', part: 'P', user: 'U' }
    assert.equal(addressed(right, known).path, '/pub/v1/app/all/things/T/update')
    assert.match(addressed(right, known).body, /"parts":\["P"\]/)
    const byQuery = written({ ...draft, method: 'GET' })
    assert.equal(byQuery.body, '')
    assert.match(decodeURIComponent(addressed(byQuery, known).path), /\?query=.*"parts":\["P"\]/)
  })

  it('is nested deeper than JSON.stringify allows', () => {
    assert.equal(written({ ...draft, json: deepMark }).body.length, 20_001)
  })

  it('is stored in short form, and sent with the long texts filled in', () => {
    const many = written({ ...draft, json: { context: { title: '@many keys@' } } })
    assert.equal(many.body, '{"context":{"title":"@many keys@"}}')
    const { body } = addressed(many, { thing: 'T', part: 'P', user: 'U' })
    assert.equal(Object.keys(JSON.parse(body).context.title).length, 100_000)
  })
})
