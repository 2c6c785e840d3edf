import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { mirroredOperations } from '../../src/api/mirror.ts'
import { operations } from '../../src/api/operations.ts'
import { publicOperations } from '../../src/api/v1/operations.ts'
import { browserOf } from '../browser.ts'
import { assertDone, assertRefused, aUser } from '../everything.ts'
import { adminToken, type Body, type Call, startTestPlatform, type TestPlatform } from '../platform.ts'

const password = 'a long enough password'
const [counterparties, mirrored] = ['/pub/v1/app/ref/counterparties', '/api/v1/pub/app/ref/counterparties']

let office: TestPlatform
let member: Call
let browser: Call
let made = 0

before(async () => {
  office = await startTestPlatform()
  const { id, call } = await aUser(office, { login: 'anna', administrator: true })
  assertDone(await office.call('PUT', `/api/v1/users/${id}/password`, { password }))
  browser = (await browserOf(office, 'anna', password)).call
  member = (await aUser(office, { login: 'boris' })).call
  assertDone(await call('GET', '/api/v1/me'))
})
after(() => office[Symbol.asyncDispose]())

const taxId = () => `98730142${10 + ++made}`
const aCounterparty = () => ({ context: { __name: `Nordwind ${made}`, tax_id: taxId(), kind: 'customer' } })

/** Returns the newest refusal at a path. Refusals are written soon after the answer. */
async function refusalAt(path: string): Promise<{ operation: string; code: string }> {
  for (let n = 0; n < 500; n++) {
    const { body } = await office.call('GET', `/api/v1/audit?outcome=refused&object=path:${path}`)
    if (body.entries.length > 0) return body.entries[0]
    await new Promise((later) => setTimeout(later, 20))
  }
  throw new Error(`no refusal is recorded for ${path}`)
}

describe('the public operations under /api/v1/pub', () => {
  it('are all of them, with the same declarations except for the path', () => {
    assert.equal(mirroredOperations.length, publicOperations.length)
    for (const [at, { path, mirrorOf, ...rest }] of mirroredOperations.entries()) {
      const { path: original, ...declared } = publicOperations[at]!
      assert.deepEqual([mirrorOf, path], [original, original.replace('/pub/v1/', '/api/v1/pub/')])
      assert.deepEqual(rest, declared)
    }
  })

  it('take no path of another operation, and are not in the OpenAPI document', async () => {
    const paths = new Set(operations.map(({ path }) => path.replaceAll(/\{\w+\}/g, '{}')))
    for (const { path } of mirroredOperations) assert.ok(!paths.has(path.replaceAll(/\{\w+\}/g, '{}')), path)
    const { body } = await office.call('GET', '/openapi.json')
    assert.deepEqual(
      Object.keys(body.paths).filter((path) => path.startsWith('/api/v1/pub')),
      [],
    )
  })

  for (const { methods, path, mirrorOf } of mirroredOperations) {
    for (const method of methods) {
      it(`give the same answers as ${method} ${mirrorOf}`, async () => {
        const callers = [office.as(''), office.as('wrong'), member, office.call]
        for (const call of callers) {
          // Input that every operation refuses, so that nothing is changed before the second call.
          const body = method === 'GET' ? undefined : '{"size": "many", "ids": 1, "context": 7, "filter": "x("}'
          const address = (text: string) =>
            text.replaceAll(/\{\w+\}/g, 'x') + (method === 'GET' ? '?size=1&page=z' : '')
          const told = async (text: string) => {
            const answer = await call(method, address(text), body)
            const { requestId: _, ...rest } = answer.body
            return { status: answer.status, ...rest }
          }
          assert.deepEqual(await told(path), await told(mirrorOf!))
        }
      })
    }
  }

  it('answer methods that they do not have with 405', async () => {
    const answer = await office.call('DELETE', `${mirrored}/list`)
    assertRefused(answer, 405, 'path.method_not_allowed', /use GET or POST/)
  })

  it('ignore plain parameters beside the parameter "query", as under /pub/v1', async () => {
    assertDone(await office.call('POST', `${counterparties}/create`, aCounterparty()))
    const query = `query=${encodeURIComponent('{"size": 1}')}&size=2`
    const [own, other] = [
      await office.call('GET', `${counterparties}/list?${query}`),
      await office.call('GET', `${mirrored}/list?${query}`),
    ]
    assert.equal(own.body.result.result.length, 1)
    assert.deepEqual(own.body, other.body)
  })

  it('accept the cookie of a session, which /pub/v1 does not', async () => {
    assertDone(await browser('POST', `${mirrored}/list`, {}))
    assertDone(await browser('GET', `${mirrored}/list`))
    for (const method of ['GET', 'POST'])
      assertRefused(
        await browser(method, `${counterparties}/list`, method === 'GET' ? undefined : {}),
        401,
        'auth.required',
        /send a token/,
      )
  })

  it('change something with a cookie only as JSON from a page of this server', async () => {
    const json = { 'content-type': 'application/json' }
    const create = (headers?: Record<string, string>) => browser('POST', `${mirrored}/create`, aCounterparty(), headers)
    for (const forged of [
      {},
      json,
      { ...json, 'sec-fetch-site': 'cross-site' },
      { ...json, 'sec-fetch-site': 'same-site' },
      { ...json, origin: 'https://evil.example' },
      { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' },
      { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'same-origin' },
    ])
      assertRefused(await create(forged), 403, 'auth.cross_site', /with a session/)
    assertDone(await create())
    assertDone(await create({ ...json, origin: office.url }))
  })

  it('write the same audit and history as under /pub/v1', async () => {
    const [own, other] = [
      await office.call('POST', `${counterparties}/create`, aCounterparty()),
      await office.call('POST', `${mirrored}/create`, aCounterparty()),
    ]
    const history = async (id: string) => {
      const { body } = await office.call('GET', `/api/v1/elements/ref/counterparties/${id}/history`)
      return body.result.result.map(({ rev, by, action }: Body) => ({ rev, by, action }))
    }
    assert.deepEqual(await history(own.body.item.__id), await history(other.body.item.__id))
    const path = '/api/v1/pub/storage/system/refused'
    // The number of recorded refusals of one user is limited.
    const { call } = await aUser(office, { login: 'clara' })
    assertRefused(await call('GET', path), 403, 'auth.not_allowed', /administrators/)
    const audit = await refusalAt(path)
    assert.deepEqual([audit.operation, audit.code], ['getSystemValue', 'auth.not_allowed'])
  })

  it('carry out a request with an Idempotency-Key once', async () => {
    const body = aCounterparty()
    const send = () => office.as(adminToken)('POST', `${mirrored}/create`, body, { 'idempotency-key': 'mirrored' })
    const [first, again] = [await send(), await send()]
    assertDone(first)
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
  })
})
