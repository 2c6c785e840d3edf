import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PlatformError } from '../../kit/errors.ts'
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
  it('is parsed as JSON; an empty body and white space count as no body', async () => {
    assert.deepEqual(await readJson(Buffer.from('{"a":[1,"ё"]}')), { a: [1, 'ё'] })
    assert.equal(await readJson(Buffer.alloc(0)), undefined)
    assert.equal(readJsonText(' \n'), undefined)
  })

  it('may begin with a byte order mark', async () => {
    assert.deepEqual(await readJson(Buffer.from('\ufeff{"a":1}')), { a: 1 })
  })

  it('that is malformed is refused with the position of the mistake', () => {
    assert.throws(() => readJsonText('{"a":1,}'), { message: /mistake is at character 8/ })
    assert.equal(code('{"a"'), 'input.broken_json')
    assert.equal(code("{'a':1}"), 'input.broken_json')
  })

  it('that is not UTF-8 is refused', async () => {
    await assert.rejects(readJson(Buffer.from([0x22, 0xff, 0x22])), { message: /UTF-8/ })
  })

  it('may be nested 100 levels deep; brackets inside texts do not count', () => {
    assert.equal(code(`${'['.repeat(100)}${']'.repeat(100)}`), 'read')
    assert.equal(code(`${'['.repeat(101)}${']'.repeat(101)}`), 'input.too_deep')
    assert.equal(code('{"a":'.repeat(10_000)), 'input.too_deep')
    assert.equal(code(JSON.stringify('["\\'.repeat(10_000))), 'read')
  })

  it('may not contain a key that reaches a prototype, at any depth and in any spelling', () => {
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

  it('may not contain NUL or a lone surrogate, in values and in keys', () => {
    for (const text of ['{"a":"x\\u0000"}', '["\\ud800"]', '{"\\u0000":1}', '"\\udc00x"']) {
      assert.equal(code(text), 'input.character_not_allowed')
    }
    assert.equal(code('"\\ud83d\\ude00 \\u0001"'), 'read')
  })

  it('may not repeat a key in one object, in any spelling; different objects may have the same keys', () => {
    for (const text of ['{"a":1,"a":1}', '{"x":[{"a":1,"b":{},"a":2}]}', '{"a":1,"\\u0061":2}', '{"":1,"":1}']) {
      assert.equal(code(text), 'input.duplicate_key', text)
    }
    assert.throws(() => readJsonText('{"context":{"title":1,"note":2,"title":3}}'), {
      message: 'the key "title" occurs twice in one object',
      details: { field: 'title' },
    })
    assert.equal(code('{"a":{"a":[{"a":"a"},{"a":{"a":1}}]},"b":"a\\":a"}'), 'read')
    assert.equal(code('["a","a",{"a":"{\\"a\\":1,\\"a\\":1}"}]'), 'read')
  })

  it('may have 200,000 values, 10,000 keys in an object, 20,000 different keys, and 1,000 characters in a key', () => {
    assert.equal(code(`[${'1,'.repeat(199_998)}1]`), 'read')
    assert.equal(code(`[${'1,'.repeat(199_999)}1]`), 'input.too_many_values')
    assert.equal(code(`[${'{},'.repeat(199_998)}"x"]`), 'read')
    assert.equal(code(`[${'{},'.repeat(199_999)}"x"]`), 'input.too_many_values')
    const keys = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"k${at}": {}`).join(', ')}}`
    assert.equal(code(keys(10_000)), 'read')
    assert.equal(code(keys(10_001)), 'input.too_many_keys')
    assert.equal(code(`[${keys(9000)},${keys(9000)}]`), 'read')
    const named = (names: number): string =>
      `[${Array.from({ length: names / 2 }, (_, at) => `{"a${at}":1,"b${at}":{}}`).join(',')},{"a1":1}]`
    assert.equal(code(named(20_000)), 'read')
    assert.equal(code(named(20_002)), 'input.too_many_keys')
    assert.equal(code(`${named(16_000).slice(0, -1)},${'{"\\x":1},'.repeat(5000)}{"a":}]`), 'input.broken_json')
    assert.equal(code(`{"${'k'.repeat(1000)}":1}`), 'read')
    assert.equal(code(`{"a":{"${'k'.repeat(1001)}" :1}}`), 'input.key_too_long')
    assert.equal(code(`{"a":"${'k'.repeat(1_000_000)}"}`), 'read')
    assert.equal(code(`[0.${'3'.repeat(9_998)}]`), 'read')
    assert.throws(() => readJsonText(`[0.${'3'.repeat(9_999)}]`), { message: /number with more than 10000 characters/ })
  })

  it('has the same limits when it is parsed in pieces', async () => {
    const long = `"${'x'.repeat(100_000)}"`
    for (const [text, expected] of [
      [`{"a":${long},"a":1}`, 'input.duplicate_key'],
      [`{"a":1,"b":${long},"c":[[${long},${long}],{}],"a":1}`, 'input.duplicate_key'],
      [`{"a":[${long},{"b":"\\u0000"}]}`, 'input.character_not_allowed'],
      [`{"a":[${long},{"__proto__":{}}]}`, 'input.key_not_allowed'],
      [`{"a":${long},"\\u005f_proto__":[${long},1]}`, 'input.key_not_allowed'],
      [`{"a":[${long},${long},]}`, 'input.broken_json'],
    ] as const) {
      await assert.rejects(readJson(Buffer.from(text)), { code: expected })
    }
    assert.deepEqual(await readJson(Buffer.from(`{"a":[${long},{"b":[${long}]}],"c":"\\u0041"}`)), {
      a: ['x'.repeat(100_000), { b: ['x'.repeat(100_000)] }],
      c: 'A',
    })
    const broken = `{"a":[${long},${long}],"b":1 2}`
    await assert.rejects(readJson(Buffer.from(broken)), { message: new RegExp(`at character ${broken.length - 1}$`) })
  })

  it('lets other requests run while it is parsed in pieces', async () => {
    const rows = Array.from({ length: 10_000 }, (_, row) => `{"name":"row ${row}","count":${row},"more":[true,null]}`)
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    await readJson(Buffer.from(`{"rows":[${rows.join(',')}]}`))
    clearInterval(timer)
    assert.ok(turns >= 2, String(turns))
  })
})
