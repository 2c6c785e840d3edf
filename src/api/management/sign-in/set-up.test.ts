import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ownPage, signIn } from '../../../../test/browser.ts'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { adminToken, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'

const password = 'a long enough password'
const setUp = (token: string, chosen = password, headers: Record<string, string> = ownPage) =>
  started.as('')('POST', '/api/v1/set-up', { token, password: chosen }, headers)

let started: TestPlatform
before(async () => {
  started = await startEmptyPlatform()
})
after(() => started[Symbol.asyncDispose]())

async function anAdministrator(login: string): Promise<string> {
  await aUser(started, { login, administrator: true })
  return (await started.call('POST', '/api/v1/tokens', { name: 'printed', login })).body.token
}

describe('setting the server up', () => {
  it('sets the first password of the administrator and signs the administrator in', async () => {
    const answer = await setUp(adminToken)
    assertDone(answer)
    const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
    const me = await started.as('')('GET', '/api/v1/me', undefined, { cookie })
    assert.deepEqual([me.body.user.login, me.body.administrator], ['admin', true])
    assertDone(await signIn(started, 'admin', password))
  })

  it('does not replace a password', async () => {
    const token = await anAdministrator('anna')
    const answers = await Promise.all([setUp(token), setUp(token, 'another long password')])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    assertRefused(await setUp(token), 409, 'password.exists', /has a password already/)
  })

  it('is for administrators with a valid token', async () => {
    await aUser(started, { login: 'boris' })
    const { token } = (await started.call('POST', '/api/v1/tokens', { name: 'own', login: 'boris' })).body
    for (const wrong of [token, 'wrong'])
      assertRefused(await setUp(wrong), 401, 'sign_in.refused', /not the token of an administrator/)
  })

  it('refuses weak passwords and pages of other sites, and sets nothing', async () => {
    const token = await anAdministrator('clara.clarisson')
    assertRefused(await setUp(token, 'clara.clarisson'), 400, 'password.too_weak', /login/)
    assertRefused(await setUp(token, 'short'), 400, 'input.wrong', /"password"/)
    assertRefused(await setUp(token, password, { 'sec-fetch-site': 'cross-site' }), 403, 'auth.cross_site', /server/)
    assertDone(await setUp(token))
  })
})
