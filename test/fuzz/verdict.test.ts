import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Reply, Request } from './request.ts'
import { problemsOf } from './verdict.ts'

const request: Request = { method: 'POST', path: '/pub/v1/app/all/things/list', headers: [], body: '{}' }
const head = 'HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: 1'
const done: Reply = { status: 200, head, body: { success: true, error: '' }, tookMs: 1, stoppedMs: 1 }
const refused: Reply = { ...done, status: 400, body: { success: false, error: 'no', code: 'input.wrong' } }

const told = (error: string): Reply => ({ ...refused, body: { ...refused.body, error } })

describe('the judgement of an answer', () => {
  it('accepts a success and a refusal with a sentence', () => {
    assert.deepEqual(problemsOf(request, done), [])
    assert.deepEqual(problemsOf(request, refused), [])
  })

  const wrong: readonly [string, RegExp, Reply][] = [
    ['a status 5xx with any body', /answered with 503/, { ...refused, status: 503 }],
    ['more than two seconds', /took 2500 ms/, { ...done, tookMs: 2500 }],
    ['a stop of the event loop', /stopped the event loop for 300 ms/, { ...done, stoppedMs: 300 }],
    [
      'another content type',
      /content type other than JSON/,
      { ...done, head: 'HTTP/1.1 200 OK\r\ncontent-type: text/html' },
    ],
    ['a text', /no envelope/, { ...refused, body: 'not found' }],
    ['a missing success', /no envelope/, { ...refused, body: { error: 'no', code: 'input.wrong' } }],
    ['a success with 400', /success: true with 400/, { ...refused, body: { ...refused.body, success: true } }],
    ['an error in a success', /contains an error/, { ...done, body: { success: true, error: 'oops' } }],
    ['a missing code', /no code/, { ...refused, body: { success: false, error: 'no' } }],
    ['an invalid code', /no code/, { ...refused, body: { success: false, error: 'no', code: 'E 17' } }],
    ['an empty error message', /no sentence/, told(' ')],
    ['an error message of PostgreSQL', /internal detail: syntax error/, told('syntax error at or near "x"')],
    ['SQL', /internal detail: select/, told('SELECT id from element')],
    ['a path in the source code', /internal detail: \/src\//, told('in /home/x/src/http/server.ts')],
  ]
  for (const [what, expected, reply] of wrong) {
    it(`rejects ${what}`, () => assert.match(problemsOf(request, reply).join('; '), expected))
  }

  it('accepts words that the caller has sent', () => {
    const sent = { ...request, body: '{"sortExpressions":[{"field":"select x"}]}' }
    assert.deepEqual(problemsOf(sent, told('unknown field "select x"')), [])
    const path = { ...request, path: '/pub/v1/app/%2Fsrc%2F/x/list' }
    assert.deepEqual(problemsOf(path, told('no application /src/.x')), [])
  })

  it('accepts documents without an envelope', () => {
    const page = { ...done, head: 'HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8', body: '<!doctype html>' }
    assert.deepEqual(problemsOf({ ...request, method: 'GET', path: '/docs' }, page), [])
  })
})
