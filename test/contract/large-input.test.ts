import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newId } from '../../src/foundation/kit/ids.ts'
import {
  assertDone,
  assertRefused,
  type Everything,
  item,
  listed,
  made,
  parts,
  startEverything,
  things,
} from '../everything.ts'
import type { Answer, Body } from '../platform.ts'

let started: Everything
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

const post = (path: string, body: unknown): Promise<Answer> => started.call('POST', path, body)
const create = `${things}/create`
const repeated = (text: string, times: number): string => `[${Array.from({ length: times }, () => text).join(',')}]`
const keys = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')}}`

describe('a body', () => {
  it('has at most 16 KiB where no token is needed, and the client receives the error', async () => {
    const anyone = started.as('')
    for (const kib of [17, 500, 9000]) {
      const body = `{"login":"x","password":"${'x'.repeat(kib * 1024)}"}`
      assertRefused(await anyone('POST', '/api/v1/sign-in', body), 413, 'input.too_large', /larger than 16 KiB/)
    }
    assertRefused(await anyone('POST', '/api/v1/sign-in', keys(1000)), 400, 'input.wrong', /"login" is missing/)
  })

  it('is not read when the path or the method is unknown', async () => {
    const body = 'x'.repeat(12 * 1024 * 1024)
    assertRefused(await started.as('')('POST', '/pub/v1/nothing', body), 404, 'path.not_found', /nothing at/)
    assertRefused(await started.as('')('PUT', create, body), 405, 'path.method_not_allowed', /use POST/)
  })

  it('has at most 4 MiB, and 10 MiB when an element is written', async () => {
    const large = (mib: number): string => JSON.stringify({ context: { note: 'x'.repeat(mib * 1024 ** 2) } })
    assertRefused(await post(`${things}/list`, large(5)), 413, 'input.too_large', /larger than 4 MiB/)
    assertRefused(await post(create, large(9)), 400, 'field.wrong_value', /at most 100000 characters/)
    assertRefused(await post(create, large(11)), 413, 'input.too_large', /larger than 10 MiB/)
    const { __id: thing } = await made(started.call, things, { title: 'small' })
    assertRefused(await post(`${things}/${thing}/update`, large(9)), 400, 'field.wrong_value', /at most 100000/)
  })

  it('with too many keys or values is refused before it is parsed', async () => {
    for (const body of [keys(300_000), `{"context":${keys(300_000)}}`, `{"context":{"extra":${keys(300_000)}}}`]) {
      assertRefused(await post(create, body), 400, 'input.too_many_keys', /more than 10000 keys/)
    }
    const values = `{"context":{"title":${repeated('1', 200_001)}}}`
    assertRefused(await post(create, values), 400, 'input.too_many_values', /more than 200000 values/)
  })

  it('with a repeated key is refused, and nothing is written', async () => {
    const before = await listed(started.call, things, { size: 0 })
    const twice = await post(create, '{"context":{"title":"one","note":"x","title":"two"}}')
    assertRefused(twice, 400, 'input.duplicate_key', /the key "title" occurs twice/)
    assert.equal(twice.body.field, 'title')
    const byGet = `${things}/list?query=${encodeURIComponent('{"size":1,"size":2}')}`
    assertRefused(await started.call('GET', byGet), 400, 'input.duplicate_key', /the key "size"/)
    assert.equal((await listed(started.call, things, { size: 0 })).total, before.total)
  })

  it('of an allowed size is stored as it was sent, however large', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ name: `row ${at}`, count: at }))
    const note = 'я'.repeat(100_000)
    const phones = Array.from({ length: 10_000 }, (_, at) => ({ type: 'work', tel: `+7${at}`, context: '', ext: '' }))
    const kept = await made(started.call, things, { title: 'large', lines: { rows }, note, site: note, phones })
    assert.deepEqual(kept.lines.rows, rows)
    assert.deepEqual([kept.note, kept.phones.length], [note, 10_000])
    const same = item(await post(`${things}/${kept.__id}/update`, { context: kept }))
    assert.deepEqual(same.lines, kept.lines)
    const ids = [...Array.from({ length: 9_999 }, () => newId()), kept.__id]
    const found = await listed(started.call, things, { ids, filter: { tf: { __id: ids } }, fields: { title: true } })
    assert.deepEqual(found.items, [{ __id: kept.__id, title: 'large' }])
  })
})

describe('the part of a request that an error quotes', () => {
  const long = 'kü'.repeat(400)

  it('is short, in every place of the request', async () => {
    const { __id: thing } = await made(started.call, things, { title: 'x' })
    const huge = 'x'.repeat(1_000_000)
    const requests: readonly (readonly [string, Body])[] = [
      [create, { context: { title: 'x', [long]: 1 } }],
      [create, { context: { title: 'x', lines: { rows: [{ [long]: 1 }] } } }],
      [create, { context: { title: 'x', extra: { [long]: '\u0000' } } }],
      [create, { context: { title: 'x', extra: { [long]: { [`${long}x`]: { constructor: 1 } } } } }],
      [create, { context: { title: 'x', kind: huge, part: huge } }],
      [create, { context: { title: 'x', part: [huge] } }],
      [create, { context: { title: 'x', watchers: Array.from({ length: 9000 }, () => newId()) } }],
      [create, { statusGroupId: huge }],
      [`${things}/list`, { filter: { tf: { [long]: 1 } } }],
      [`${things}/list`, { filter: { tf: { amount: { [long]: 1 } } } }],
      [`${things}/list`, { filter: { eql: { query: `[${long}] = 1` } } }],
      [`${things}/list`, { filter: { eql: { query: `[part] in (select [x] from [${long}.${long}])` } } }],
      [`${things}/list`, { fields: { [long]: true } }],
      [`${things}/list`, { sortExpressions: [{ field: huge }] }],
      [`${things}/list`, { sortExpressions: [{ field: '.'.repeat(1_000_000) }] }],
      [`${things}/list`, { statusCode: [huge] }],
      [`${things}/${thing}/set-status`, { status: { code: 'x'.repeat(255) } }],
      [`${things}/import`, { fileHash: huge, mapping: { [long]: 'title' } }],
      [`${things}/import`, { mapping: { [long]: 'x'.repeat(255) } }],
      ['/pub/v1/disk/files/search', { filter: { __createdBy: [huge] } }],
      ['/api/v1/users', { login: huge }],
      [`/pub/v1/app/${'a'.repeat(15_000)}/b/list`, {}],
    ]
    for (const [path, body] of requests) {
      const answer = await post(path, body)
      const told = JSON.stringify(answer.body).length
      assert.ok(told < 8000, `${path.slice(0, 60)} ${JSON.stringify(body).slice(0, 60)} told ${told} characters`)
    }
    const parameter = await started.call('GET', `${things}/list?${'p'.repeat(20_000)}=1&${'p'.repeat(20_000)}=1`)
    assertRefused(parameter, 400, 'input.wrong', /is given twice/)
    assert.ok(JSON.stringify(parameter.body).length < 8000)
  })

  it('contains the first ids that do not exist', async () => {
    const watchers = Array.from({ length: 150 }, () => newId())
    const { body } = await post(create, { context: { title: 'x', watchers } })
    assert.deepEqual([body.code, body.missing], ['element.unknown_reference', watchers.slice(0, 100)])
  })
})

describe('a list in a filter', () => {
  const id = JSON.stringify(newId())
  const tf: readonly (readonly [field: string, value: string])[] = [
    ['__id', id],
    ['__createdBy', id],
    ['__status', '1'],
    ['colours', '"red"'],
    ['owner', id],
    ['watchers', id],
    ['parts', id],
    ['about', `"all:parts:${JSON.parse(id)}"`],
    ['roles', `{"code":${id}}`],
  ]

  for (const [field, value] of tf) {
    it(`has at most 10,000 values in tf: ${field}`, async () => {
      const filtered = (times: number): Promise<Answer> =>
        post(`${things}/list`, `{"size":0,"filter":{"tf":{"${field}":${repeated(value, times)}}}}`)
      assertDone(await filtered(10_000))
      assertRefused(await filtered(10_001), 400, 'query.too_complex', /at most 10000 values/)
    })
  }

  it('has at most 10,000 authors in a file search', async () => {
    for (const key of ['__createdBy', '__changedBy', '__id']) {
      const search = (times: number): Promise<Answer> =>
        post('/pub/v1/disk/files/search', `{"filter":{"${key}":${repeated(id, times)}}}`)
      assertDone(await search(10_000))
      assertRefused(await search(10_001), 400, 'query.too_complex', /at most 10000 values/)
    }
  })

  it('has at most 50,000 values together with the other lists', async () => {
    const filtered = (lists: number): Promise<Answer> =>
      post(
        `${parts}/list`,
        `{"filter":{"and":${repeated(`{"in":[{"field":"code"},{"list":${repeated('"a"', 10_000)}}]}`, lists)}}}`,
      )
    assertDone(await filtered(5))
    assertRefused(await filtered(6), 400, 'query.too_complex', /50000 values together/)
  })

  it('may name 10,000 applications to which a field may refer', async () => {
    const part = await made(started.call, parts, { code: 'bolt' })
    const about = [{ namespace: 'all', code: 'parts', id: part.__id }]
    await made(started.call, things, { title: 'about a part', about })
    const applications = Array.from({ length: 9_999 }, (_, at) => ({ namespace: 'all', code: `app${at}` }))
    const among = (list: Body[]) => ({ in: [{ field: 'about' }, { list }] })
    const titles = async (list: Body[]): Promise<string[]> =>
      (await listed(started.call, things, { filter: among(list) })).items.map(({ title }) => title)
    assert.deepEqual(await titles([...applications, { namespace: 'all', code: 'parts' }]), ['about a part'])
    assert.deepEqual(await titles(applications), [])
  })
})
