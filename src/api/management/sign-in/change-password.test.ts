import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { browserOf, signIn } from '../../../../test/browser.ts'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'

const password = ' Ein langes Kennwort, ganz ohne Regeln ë '
const other = 'another long password'
const own = '/api/v1/me/password'

let started: TestPlatform
before(async () => {
  started = await startEmptyPlatform()
})
after(() => started[Symbol.asyncDispose]())

const set = (id: string, text: unknown) => started.call('PUT', `/api/v1/users/${id}/password`, { password: text })

describe('a password', () => {
  it('is set by administrators for any user, and stored unchanged', async () => {
    const { id, call } = await aUser(started, { login: 'anna' })
    assertRefused(await call('PUT', `/api/v1/users/${id}/password`, { password }), 403, 'auth.not_allowed', /admin/)
    assertDone(await set(id, password))
    assertDone(await signIn(started, 'ANNA', password))
    for (const near of [password.trim(), password.toLowerCase(), password.normalize('NFD')])
      assert.equal((await signIn(started, 'anna', near)).status, 401)
    for (const unknown of ['x', '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'])
      assertRefused(await set(unknown, password), 404, 'user.not_found', /no such user/)
  })

  it('has 12 to 128 characters of any kind', async () => {
    const { id } = await aUser(started, { login: 'boris' })
    for (const wrong of ['11 letters.', 'x'.repeat(129), '', 12, null])
      assertRefused(await set(id, wrong), 400, 'input.wrong', /"password"/)
    assertDone(await set(id, 'ключ'.repeat(32)))
    assertDone(await signIn(started, 'boris', 'ключ'.repeat(32)))
    assertDone(await set(id, '🔑🗝'.repeat(6)))
  })

  it('may not be the login or one of the most common passwords', async () => {
    const { id, call } = await aUser(started, { login: 'clara.clarisson' })
    for (const weak of ['Clara.Clarisson', 'password1234'])
      assertRefused(await set(id, weak), 400, 'password.too_weak', /password/)
    assertDone(await set(id, password))
    const change = { current: password, password: 'clara.clarisson' }
    assertRefused(await call('PUT', own, change), 400, 'password.too_weak', /is the login/)
  })

  it('is changed by its user, who has to send the current one', async () => {
    const { id, call } = await aUser(started, { login: 'dora' })
    assertRefused(await call('PUT', own, { current: '', password }), 400, 'password.wrong', /current/)
    assertDone(await set(id, password))
    const wrong = await call('PUT', own, { current: other, password: other })
    assertRefused(wrong, 400, 'password.wrong', /current/)
    assert.equal(wrong.body.field, 'current')
    assertDone(await call('PUT', own, { current: password, password: other }))
    assert.equal((await signIn(started, 'dora', password)).status, 401)
    assertDone(await signIn(started, 'dora', other))
  })

  it('ends all sessions except the one that changes it', async () => {
    const { id } = await aUser(started, { login: 'emil' })
    assertDone(await set(id, password))
    const [here, there] = [await browserOf(started, 'emil', password), await browserOf(started, 'emil', password)]
    assertDone(await here.call('PUT', own, { current: password, password: other }))
    assertDone(await here.call('GET', '/api/v1/me'))
    assert.equal((await there.call('GET', '/api/v1/me')).status, 401)
    assertDone(await set(id, password))
    assert.equal((await here.call('GET', '/api/v1/me')).status, 401)
  })

  it('cannot be guessed from an open session: wrong attempts count like failed sign-ins', async () => {
    const { id, call } = await aUser(started, { login: 'fritz' })
    assertDone(await set(id, password))
    for (let n = 0; n < 10; n++)
      assert.equal((await call('PUT', own, { current: `guess ${n}`, password: other })).status, 400)
    const answer = await call('PUT', own, { current: password, password: other })
    assertRefused(answer, 429, 'sign_in.too_many_attempts', /too many/)
    assert.equal((await signIn(started, 'fritz', password)).status, 429)
  })

  it('is never returned or logged', async () => {
    const { id } = await aUser(started, { login: 'gerda' })
    const secret = 'canary canary canary'
    const answers = [await set(id, secret), await set('x', secret), await signIn(started, secret, secret)]
    answers.push(await started.call('PUT', `/api/v1/users/${id}/password`, `{"password": "${secret}"`))
    answers.push(await started.call('POST', '/pub/v1/user/list', { ids: [id] }))
    for (const { body } of answers) assert.ok(!JSON.stringify(body).includes(secret))
  })
})
