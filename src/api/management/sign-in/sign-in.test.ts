import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { browserOf, ownPage, signIn } from '../../../../test/browser.ts'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { adminToken, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { operations } from '../../operations.ts'

const password = 'a long enough password'
const me = '/api/v1/me'

let started: TestPlatform
before(async () => {
  started = await startEmptyPlatform({ BASE_URL: 'https://docs.example.org', TEST_CLOCK: '1' })
})
after(() => started[Symbol.asyncDispose]())

let made = 0
async function member(more: object = {}) {
  const login = `member${++made}`
  const { id, call } = await aUser(started, { login, ...more })
  assertDone(await started.call('PUT', `/api/v1/users/${id}/password`, { password }))
  return { id, login, call, browser: () => browserOf(started, login, password) }
}

describe('signing in', () => {
  it('sets a cookie that scripts cannot read, that other sites cannot send, and that is sent over https only', async () => {
    const answer = await signIn(started, (await member()).login, password)
    assertDone(answer)
    const cookie = answer.headers.get('set-cookie')!
    assert.match(cookie, /^chancery_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
    assert.deepEqual(answer.body, { success: true, error: '' })
  })

  it('gives the same answer for a wrong password, an unknown login, no password and a blocked user', async () => {
    const [known, blocked] = [await member(), await member()]
    await aUser(started, { login: 'by token only' })
    assertDone(await started.call('POST', `/api/v1/users/${blocked.id}/block`))
    const answers = [
      await signIn(started, known.login, `${password}x`),
      await signIn(started, known.login, `${password} `),
      await signIn(started, 'nobody', password),
      await signIn(started, 'by token only', password),
      await signIn(started, blocked.login, password),
    ]
    for (const { status, body, headers } of answers) {
      const { requestId: _, ...rest } = body
      assert.deepEqual(
        [status, rest, headers.get('set-cookie')],
        [401, { success: false, error: 'the login or the password is wrong', code: 'sign_in.refused' }, null],
      )
    }
  })

  it('is refused for a while after 10 failures, for an existing and for an unknown login', async () => {
    const { id, login } = await member()
    for (const who of [login, 'nobody at all']) {
      for (let n = 0; n < 10; n++) assert.equal((await signIn(started, who, 'a wrong password')).status, 401)
      const answer = await signIn(started, who, password)
      assertRefused(answer, 429, 'sign_in.too_many_attempts', /^too many failed attempts; try again later$/)
      const waitS = Number(answer.headers.get('retry-after'))
      assert.ok(waitS > 800 && waitS <= 900, `${waitS}`)
    }
    // Setting the password unlocks the login immediately.
    assertDone(await started.call('PUT', `/api/v1/users/${id}/password`, { password }))
    assertDone(await signIn(started, login, password))
  })

  it('refuses pages of other sites, which could sign a person in as someone else', async () => {
    const { login } = await member()
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const answer = await started.as('')('POST', '/api/v1/sign-in', { login, password }, headers)
      assertRefused(answer, 403, 'auth.cross_site', /pages of this server/)
    }
    assertDone(await started.as('')('POST', '/api/v1/sign-in', { login, password }))
  })

  it('identifies clients by the header of a trusted proxy, and by no other header', async () => {
    const addressSeen = async (platform: TestPlatform) => {
      await platform.call('POST', '/api/v1/users', { login: 'anna' })
      const { body } = await platform.call('POST', '/pub/v1/user/list', { filter: { tf: { login: 'anna' } } })
      await platform.call('PUT', `/api/v1/users/${body.result.result[0].__id}/password`, { password })
      const forwarded = { ...ownPage, 'x-forwarded-for': '198.51.100.1, 192.0.2.7' }
      const answer = await platform.as('')('POST', '/api/v1/sign-in', { login: 'anna', password }, forwarded)
      const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
      const list = await platform.as('')('GET', `${me}/sessions`, undefined, { cookie })
      return list.body.result.result[0].address
    }
    assert.equal(await addressSeen(started), '127.0.0.1')
    await using behindProxy = await startEmptyPlatform({ TRUSTED_PROXIES: '127.0.0.0/8' })
    assert.equal(await addressSeen(behindProxy), '192.0.2.7')
  })
})

describe('a session', () => {
  it('is accepted for reading and changing under /api/v1', async () => {
    const { id, browser } = await member({ administrator: true, lastname: 'Petrova' })
    const { call } = await browser()
    const { body } = await call('GET', me)
    assert.deepEqual([body.user.id, body.user.lastname, body.administrator], [id, 'Petrova', true])
    assertDone(await call('POST', '/api/v1/users', { login: 'made by session' }))
  })

  it('is never accepted for /pub/v1, for any operation', async () => {
    const { call } = await (await member({ administrator: true })).browser()
    const public_ = operations.filter(({ path }) => !path.startsWith('/api/v1/') && !path.startsWith('/health'))
    let asked = 0
    for (const { path, methods, right } of public_) {
      if (right === 'anyone') continue
      for (const method of methods) {
        const answer = await call(method, path.replaceAll(/\{\w+\}/g, 'x'), method === 'GET' ? undefined : {})
        assertRefused(answer, 401, 'auth.required', /send a token/)
        asked++
      }
    }
    assert.ok(asked > 40)
    for (const path of ['/api/v1/../../pub/v1/app/list', '//pub/v1/app/list', '/pub/v1/app/list/'])
      assert.equal((await call('GET', path)).status, 401, path)
  })

  it('is ignored when a token is sent, even a wrong one', async () => {
    const { cookie } = await (await member()).browser()
    const as = (token: string) => started.as(token)('GET', me, undefined, { cookie })
    assert.equal((await as(adminToken)).body.user.login, 'admin')
    assertRefused(await as('wrong'), 401, 'auth.required', /token is not valid/)
  })

  it('is refused when the cookie is wrong, or two different cookies were sent', async () => {
    const { cookie } = await (await member()).browser()
    const get = (text: string) => started.as('')('GET', me, undefined, { cookie: text })
    assertDone(await get(`a=b; ${cookie}`))
    assertRefused(await get(`${cookie}x`), 401, 'auth.required', /session has ended/)
    assertRefused(await get(`${cookie}; ${cookie}x`), 401, 'auth.required', /send a token/)
    assertRefused(await get(`chancery_session=${adminToken}`), 401, 'auth.required', /session has ended/)
  })

  it('changes something only as JSON and from a page of this server', async () => {
    const { call } = await (await member()).browser()
    const json = { 'content-type': 'application/json' }
    const here = { 'sec-fetch-site': 'same-origin' }
    const change = (headers: Record<string, string>) =>
      call('DELETE', `${me}/sessions/0b6f7b2e-2f0f-4f5a-9c53-0123456789ab`, undefined, headers)
    for (const headers of [
      {},
      json,
      here,
      { ...here, 'content-type': 'text/plain' },
      { ...here, 'content-type': 'application/x-www-form-urlencoded' },
      { ...here, 'content-type': 'multipart/form-data; boundary=x' },
      { ...here, 'content-type': 'text/plain; application/json' },
      { ...json, 'sec-fetch-site': 'cross-site' },
      { ...json, 'sec-fetch-site': 'same-site' },
      { ...json, 'sec-fetch-site': 'none' },
      { ...json, origin: 'https://evil.example' },
      { ...json, origin: 'null' },
      { ...json, ...here, 'sec-fetch-site': 'cross-site', origin: 'https://docs.example.org' },
    ])
      assertRefused(await change(headers), 403, 'auth.cross_site', /with a session/)
    for (const headers of [
      { ...json, ...here },
      { ...here, 'content-type': 'application/json; charset=utf-8' },
      { ...json, origin: 'https://docs.example.org' },
      { ...json, origin: started.url },
    ])
      assert.equal((await change(headers)).status, 404)
    assertDone(await call('GET', me, undefined, { 'sec-fetch-site': 'none' }))
  })

  it('may send a zip or a BPMN file, which no form can send', async () => {
    const { call } = await (await member({ administrator: true })).browser()
    const send = (path: string, type: string) =>
      call('POST', path, 'no file', { 'sec-fetch-site': 'same-origin', 'content-type': type })
    for (const [path, type, status] of [
      ['/api/v1/solutions/plan', 'application/zip', 400],
      ['/api/v1/processes/unknown/purchase/publish', 'application/xml', 404],
    ] as const) {
      assert.equal((await send(path, type)).status, status)
      assertRefused(await send(path, 'multipart/form-data; boundary=x'), 403, 'auth.cross_site', /with a session/)
    }
  })

  it('ends at sign-out, which deletes the cookie; tokens stay', async () => {
    const user = await member()
    const { call } = await user.browser()
    const answer = await call('POST', '/api/v1/sign-out')
    assertDone(answer)
    assert.match(answer.headers.get('set-cookie')!, /^chancery_session=; .*Max-Age=0$/)
    assertRefused(await call('GET', me), 401, 'auth.required', /session has ended/)
    assertDone(await user.call('POST', '/api/v1/sign-out'))
    assertDone(await user.call('GET', me))
  })

  it('ends after 12 hours without use', async () => {
    const { call } = await (await member()).browser()
    assertDone(await call('GET', me))
    assertDone(await started.call('POST', '/api/v1/clock/advance', { by: 'PT13H' }))
    await new Promise((later) => setTimeout(later, 1_000))
    assertRefused(await call('GET', me), 401, 'auth.required', /session has ended/)
  })
})

describe('the sessions of a user', () => {
  it('are listed for that user, and can be ended by that user only', async () => {
    const [anna, boris] = [await member(), await member()]
    const [first, second] = [await anna.browser(), await anna.browser()]
    const { body } = await first.call('GET', `${me}/sessions`)
    const [newer, older] = body.result.result
    assert.deepEqual([newer.current, older.current, older.address, 'hash' in older], [false, true, '127.0.0.1', false])
    assert.match(older.lastUsedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    const foreign = await (await boris.browser()).call('DELETE', `${me}/sessions/${newer.id}`)
    assertRefused(foreign, 404, 'session.not_found', /no such session/)
    assertDone(await first.call('DELETE', `${me}/sessions/${newer.id}`))
    assert.equal((await second.call('GET', me)).status, 401)
    assertDone(await first.call('GET', me))
  })

  it('end immediately when the user is blocked, and do not come back', async () => {
    const { id, browser } = await member()
    const { call } = await browser()
    assertDone(await started.call('POST', `/api/v1/users/${id}/block`))
    assert.equal((await call('GET', me)).status, 401)
    assertDone(await started.call('PATCH', `/api/v1/users/${id}`, { status: 'active' }))
    assert.equal((await call('GET', me)).status, 401)
    assertDone(await (await browser()).call('GET', me))
  })

  it('are ended by an administrator all together', async () => {
    const { id, browser, call } = await member()
    const sessions = [await browser(), await browser()]
    assertDone(await started.call('DELETE', `/api/v1/users/${id}/sessions`))
    for (const session of sessions) assert.equal((await session.call('GET', me)).status, 401)
    assertDone(await call('GET', me))
    for (const unknown of ['x', '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'])
      assertRefused(await started.call('DELETE', `/api/v1/users/${unknown}/sessions`), 404, 'user.not_found', /no such/)
  })
})

describe('a caller', () => {
  it('can read their own groups, by session or token', async () => {
    const { id, login, call } = await member({ email: 'm@example.org' })
    const { groups, ...rest } = (await call('GET', me)).body
    const user = { id, login, email: 'm@example.org', lastname: '', firstname: '', middlename: '', position: null }
    assert.deepEqual(rest, { success: true, error: '', user, administrator: false })
    assert.deepEqual(
      groups.map(({ namespace, code }: { namespace: string; code: string }) => `${namespace}.${code}`),
      ['global.all_users'],
    )
  })
})
