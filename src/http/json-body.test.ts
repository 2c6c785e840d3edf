import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PlatformError } from '../kit/errors.ts'
import { readJson, readJsonText } from './json-body.ts'

const code = (text: string): string => {
  try {
    readJsonText(text)
    return 'read'
  } catch (error) {
    return (error as PlatformError).code
  }
}

describe('a JSON body', () => {
  it('is read as JSON, nothing and white space as nothing', () => {
    assert.deepEqual(readJson(Buffer.from('{"a":[1,"ё"]}')), { a: [1, 'ё'] })
    assert.equal(readJson(Buffer.alloc(0)), undefined)
    assert.equal(readJsonText(' \n'), undefined)
  })

  it('may begin with a byte order mark', () => {
    assert.deepEqual(readJson(Buffer.from('\ufeff{"a":1}')), { a: 1 })
  })

  it('that is broken is refused with the place', () => {
    assert.throws(() => readJsonText('{"a":1,}'), { message: /breaks at character 8/ })
    assert.equal(code('{"a"'), 'input.broken_json')
    assert.equal(code("{'a':1}"), 'input.broken_json')
  })

  it('that is no UTF-8 is refused', () => {
    assert.throws(() => readJson(Buffer.from([0x22, 0xff, 0x22])), { message: /UTF-8/ })
  })

  it('may be 100 levels deep and no deeper, brackets inside texts not counted', () => {
    assert.equal(code(`${'['.repeat(100)}${']'.repeat(100)}`), 'read')
    assert.equal(code(`${'['.repeat(101)}${']'.repeat(101)}`), 'input.too_deep')
    assert.equal(code('{"a":'.repeat(10_000)), 'input.too_deep')
    assert.equal(code(JSON.stringify('["\\'.repeat(10_000))), 'read')
  })

  it('may have no key that reaches a prototype, at any depth and however it is written', () => {
    for (const text of [
      '{"__proto__":{}}',
      '{"a":[{"constructor":1}]}',
      '{"a":{"prototype":1}}',
      '{"\\u005f_proto__":1}',
    ]) {
      assert.equal(code(text), 'input.key_not_allowed')
    }
    assert.equal(code('{"a":"constructor __proto__"}'), 'read')
    assert.throws(() => readJsonText('{"context":{"a":[{"__proto__":1}]}}'), {
      message: 'field not allowed: "context.a[0].__proto__"',
    })
  })

  it('may have no NUL and no half surrogate pair, in values and in keys', () => {
    for (const text of ['{"a":"x\\u0000"}', '["\\ud800"]', '{"\\u0000":1}', '"\\udc00x"']) {
      assert.equal(code(text), 'input.character_not_allowed')
    }
    assert.equal(code('"\\ud83d\\ude00 \\u0001"'), 'read')
  })
})
