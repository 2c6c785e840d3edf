import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from '../../src/foundation/db/sql.ts'
import { assertDone, assertRefused, aUser, listed, made, parts, startEverything, things } from '../everything.ts'
import { adminToken, type Body, type TestPlatform } from '../platform.ts'
import { rawRequest, sendRaw } from '../raw-http.ts'

let started: TestPlatform
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

const bearer = { authorization: `Bearer ${adminToken}` }

describe('a token', () => {
  const stranger = (headers: Record<string, string>) => started.as('')('GET', '/pub/v1/app/list', undefined, headers)

  for (const [what, headers] of Object.entries({
    'Authorization: Bearer t': bearer,
    'authorization: bearer t, in any case and with any gap': { AUTHORIZATION: `bEARER   ${adminToken} ` },
    'Authorization: t, without a scheme': { Authorization: adminToken },
    'X-Token: t': { 'X-Token': adminToken },
    'X-TOKEN: t': { 'X-TOKEN': adminToken },
    'the same token in both headers': { ...bearer, 'x-token': adminToken },
    'the same token in both, bare': { authorization: adminToken, 'x-token': adminToken },
    'an empty Authorization beside X-Token': { authorization: '', 'x-token': adminToken },
    'Bearer without a token beside X-Token': { authorization: 'Bearer ', 'x-token': adminToken },
    'an empty X-Token beside Authorization': { ...bearer, 'x-token': '' },
  })) {
    it(`is accepted as ${what}`, async () => assertDone(await stranger(headers)))
  }

  for (const [what, headers] of Object.entries({
    'nothing at all': {},
    'an unknown token': { authorization: 'Bearer 0b6f7b2e-2f0f-4f5a-9c53-000000000000' },
    'an unknown X-Token': { 'x-token': 'unknown' },
    'an empty Bearer': { authorization: 'Bearer' },
    'a token with something behind it': { authorization: `Bearer ${adminToken} x` },
  })) {
    it(`is missing with ${what}`, async () => assertRefused(await stranger(headers), 401, 'auth.required', /token/))
  }

  it('is refused when two headers contain two different tokens', async () => {
    const answer = await stranger({ ...bearer, 'x-token': 'another' })
    assertRefused(answer, 401, 'auth.two_tokens', /two different tokens/)
  })

  it('is checked before the body is read, so that a stranger learns nothing about mistakes in the body', async () => {
    const answer = await started.as('')('POST', `${things}/list`, '{broken')
    assert.equal(answer.status, 401)
  })

  it('stops working when it is revoked', async () => {
    const created = await started.call('POST', '/api/v1/tokens', { name: 'for a while' })
    assertDone(created)
    const { body } = created
    assertDone(await started.as(body.token)('GET', '/pub/v1/app/list'))
    assertDone(await started.call('DELETE', `/api/v1/tokens/${body.id}`))
    assert.equal((await started.as(body.token)('GET', '/pub/v1/app/list')).status, 401)
  })
})

describe('a caller', () => {
  it('with an expired token is a stranger', async () => {
    const inAnHour = new Date(Date.now() + 60 * 60_000).toISOString()
    const created = await started.call('POST', '/api/v1/tokens', { name: 'short', expiresAt: inAnHour })
    assertDone(created)
    const { database } = started.platform
    await database.single.rows(
      sql`update token set expires_at = now() - interval '1 second' where id = ${created.body.id}`,
    )
    assert.equal((await started.as(created.body.token)('GET', '/pub/v1/app/list')).status, 401)
  })

  it('who is not an administrator gets 403 for operations of administrators', async () => {
    const clerk = await aUser(started, { login: 'clerk' })
    assertDone(await clerk.call('GET', '/pub/v1/app/list'))
    for (const path of ['users', 'tokens', 'solutions/plan', 'solutions/apply']) {
      const answer = await clerk.call('POST', `/api/v1/${path}`, {})
      assertRefused(answer, 403, 'auth.not_allowed', /only administrators/)
    }
  })
})

describe('a body', () => {
  const body = JSON.stringify({ size: 1, filter: { tf: { __name: 'by any type' } } })
  before(() => made(started.call, parts, { __name: 'by any type' }))

  for (const contentType of [
    'application/json',
    'application/json; charset=utf-8',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'application/vnd.api+json',
    'text/html',
    'no type at all',
    '',
  ]) {
    it(`is read as JSON when it comes as "${contentType}"`, async () => {
      const answer = await started.call('POST', `${parts}/list`, body, { 'content-type': contentType })
      assertDone(answer)
      assert.equal(answer.body.result.total, 1)
    })
  }

  it('is read as JSON when it comes without a content type', async () => {
    const bytes = new TextEncoder().encode(body)
    const answer = await started.call('POST', `${parts}/list`, bytes)
    assert.equal(answer.body.result.total, 1)
  })

  for (const empty of [undefined, '', ' \n', '{}', '[]', 'null']) {
    it(`that is ${JSON.stringify(empty) ?? 'absent'} means no fields, wherever all fields are optional`, async () => {
      const { __id } = await made(started.call, parts, {})
      for (const path of [`${parts}/list`, `${parts}/create`, `${parts}/${__id}/update`, `${parts}/${__id}/get`]) {
        assertDone(await started.call('POST', path, empty))
      }
      assertDone(await started.call('POST', '/pub/v1/user/list', empty))
    })
  }

  it('of a form without content is empty', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    assertDone(await started.call('POST', `${parts}/list`, '', headers))
  })

  for (const empty of [[], {}, null]) {
    const shown = JSON.stringify(empty)
    it(`may contain ${shown} in place of an empty object one level down`, async () => {
      const list = { filter: empty, fields: empty, ids: [], sortExpressions: [], statusCode: [] }
      assertDone(await started.call('POST', `${parts}/list`, list))
      assertDone(await started.call('POST', `${parts}/create`, { context: empty }))
      const { __id } = await made(started.call, parts, { code: `kept ${shown}` })
      const answer = await started.call('POST', `${parts}/${__id}/update`, { context: empty })
      assert.equal(answer.body.item.code, `kept ${shown}`)
    })
  }

  it('may contain unknown keys beside the fields of an element', async () => {
    assertDone(await started.call('POST', `${parts}/list`, { size: 1, withPermissions: true, q: 'x', sortField: 'a' }))
    assertDone(await started.call('POST', `${parts}/create`, { context: {}, withEventForceCreate: true, more: 1 }))
  })

  for (const [what, text] of Object.entries({
    'is not JSON': '{"size": 1',
    'is a text': '"x"',
    'is a number': '1',
    'is a list with something in it': '[1]',
    'has a field of the wrong type': '{"size": {}}',
  })) {
    it(`that ${what} is refused with 400`, async () => {
      const { status, body } = await started.call('POST', `${parts}/list`, text)
      assert.deepEqual([status, body.success], [400, false])
      assert.ok(body.error.length > 5)
    })
  }

  it('that is not UTF-8, nested too deeply, or contains keys of prototypes is refused by name', async () => {
    const post = (text: string | Uint8Array) => started.call('POST', `${parts}/list`, text)
    assertRefused(await post(new Uint8Array([0x7b, 0xff, 0x7d])), 400, 'input.broken_json', /UTF-8/)
    assertRefused(await post(`{"a":${'['.repeat(200)}${']'.repeat(200)}}`), 400, 'input.too_deep', /levels/)
    assertRefused(await post('{"filter":{"__proto__":{}}}'), 400, 'input.key_not_allowed', /__proto__/)
    assertRefused(await post('{"filter":{"tf":{"code":"\\u0000"}}}'), 400, 'input.character_not_allowed', /U\+0000/)
  })
})

describe('the query of a GET request', () => {
  const get = async (query: string): Promise<Body> => {
    const answer = await started.call('GET', `${parts}/list${query}`)
    assertDone(answer)
    return answer.body.result
  }
  before(async () => {
    for (let n = 1; n <= 3; n++) await made(started.call, parts, { __name: 'by query', weight: n })
  })
  const json = (value: unknown) => `?query=${encodeURIComponent(JSON.stringify(value))}`

  it('contains the body of the POST request as JSON in one parameter', async () => {
    const body = {
      size: 1,
      from: 1,
      filter: { tf: { __name: 'by query' } },
      sortExpressions: [{ field: 'weight', ascending: true }],
    }
    const page = await get(json(body))
    assert.equal(page.total, 3)
    assert.deepEqual(page.result, (await listed(started.call, parts, body)).items)
    assert.equal(page.result[0].weight, 2)
  })

  for (const query of ['', '?', '?query=', '?query={}', '?query=%7B%7D', '?query=[]', '?query=null']) {
    it(`requests everything as "${query}"`, async () => {
      const { total } = await listed(started.call, parts)
      assert.equal((await get(query)).total, total)
    })
  }

  it('may be plain parameters of the same names: numbers, booleans, and JSON for objects and lists', async () => {
    const filter = encodeURIComponent('{"tf":{"__name":"by query"}}')
    const sort = encodeURIComponent('[{"field":"weight","ascending":false}]')
    const page = await get(`?from=1&size=1&active=true&filter=${filter}&sortExpressions=${sort}&unknown=1`)
    assert.deepEqual([page.total, page.result.length, page.result[0].weight], [3, 1, 2])
  })

  it('takes precedence as the parameter query over plain parameters', async () => {
    assert.equal((await get(`${json({ size: 2 })}&size=1`)).result.length, 2)
  })

  it('takes precedence over a body, which a GET request should not have', async () => {
    const body = '{"size":1}'
    const text = rawRequest(`GET ${parts}/list?size=2`, [`authorization: Bearer ${adminToken}`], body)
    const answer = await sendRaw(started.url, text)
    assert.deepEqual([answer.status, answer.body.result.result.length], [200, 2])
  })

  it('is refused when it is not JSON, also with invalid percent signs', async () => {
    for (const query of [
      '?query={',
      '?query=%zz',
      '?size=x',
      '?size=1&size=2',
      `?query=${encodeURIComponent('"x"')}`,
    ]) {
      const { status, body } = await started.call('GET', `${parts}/list${query}`)
      assert.deepEqual([status, body.success], [400, false], query)
    }
  })
})

describe('an answer', () => {
  it('has success true and an empty error, as JSON in UTF-8', async () => {
    for (const path of ['/pub/v1/app/list', `${things}/list`, `${things}/settings/status`, '/pub/v1/user/list']) {
      const answer = await started.call('GET', path)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(answer.body.success, true)
      assert.equal(answer.body.error, '')
    }
  })

  it('is 200 for a creation as well', async () => {
    const answer = await started.call('POST', `${parts}/create`, { context: {} })
    assert.equal(answer.status, 200)
    assert.deepEqual(Object.keys(answer.body), ['success', 'error', 'item'])
  })

  it('of a list is {result: {result, total}}, also after the last page', async () => {
    for (const from of [0, 100_000]) {
      const { status, body } = await started.call('POST', `${parts}/list`, { from })
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), ['success', 'error', 'result'])
      assert.deepEqual(Object.keys(body.result), ['result', 'total'])
      assert.ok(Array.isArray(body.result.result) && Number.isInteger(body.result.total))
    }
  })

  it('of a refusal has success false, a sentence, a code and the id of the request', async () => {
    const { body, headers } = await started.call('POST', `${things}/create`, { context: {} })
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    assert.deepEqual(Object.keys(body), ['success', 'error', 'code', 'field', 'problems', 'requestId'])
    const asked = await started.call('POST', `${things}/missing/get`)
    assert.deepEqual(Object.keys(asked.body), ['success', 'error', 'code', 'requestId'])
    assert.doesNotMatch(body.error, /select|insert|\.ts|node_modules/)
  })
})
