import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ownPage } from '../../../../test/browser.ts'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'

let started: TestPlatform
before(async () => {
  started = await startEmptyPlatform({ BASE_URL: 'https://docs.example.org', TEST_CLOCK: '1' })
})
after(() => started[Symbol.asyncDispose]())

const use = (secret: string, headers: Record<string, string> = ownPage) =>
  started.as('')('POST', '/api/v1/sign-in/link', { secret }, headers)

async function aLink(login: string): Promise<{ id: string; secret: string }> {
  const { id } = await aUser(started, { login })
  return { id, secret: await started.platform.context.people.signInLinks.create(id) }
}

describe('a sign-in link', () => {
  it('starts a session of its user, without a password', async () => {
    const { id, secret } = await aLink('anna')
    const answer = await use(secret)
    assertDone(answer)
    const cookie = answer.headers.get('set-cookie')!
    assert.match(cookie, /^chancery_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
    const me = await started.as('')('GET', '/api/v1/me', undefined, { cookie: cookie.split(';')[0]! })
    assert.equal(me.body.user.id, id)
    const { entries } = (await started.call('GET', `/api/v1/audit?operation=signInByLink&userId=${id}`)).body
    assert.equal(entries.length, 1)
  })

  it('works once, however many browsers use it at the same time', async () => {
    const { secret } = await aLink('boris')
    const answers = await Promise.all(Array.from({ length: 8 }, () => use(secret)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      assertRefused(answer, 401, 'sign_in.link_refused', /used before, or has expired/)
  })

  it('works for ten minutes', async () => {
    const [early, late] = [await aLink('clara'), await aLink('dora')]
    assertDone(await started.call('POST', '/api/v1/clock/advance', { by: 'PT9M' }))
    assertDone(await use(early.secret))
    assertDone(await started.call('POST', '/api/v1/clock/advance', { by: 'PT61S' }))
    assertRefused(await use(late.secret), 401, 'sign_in.link_refused', /expired/)
  })

  it('does not work for a blocked user', async () => {
    const { id, secret } = await aLink('emil')
    assertDone(await started.call('POST', `/api/v1/users/${id}/block`))
    const refused = await use(secret)
    assertRefused(refused, 401, 'sign_in.link_refused', /expired/)
    assert.equal(refused.headers.get('set-cookie'), null)
  })

  it('is refused when it is wrong, and from pages of other sites', async () => {
    const { secret } = await aLink('fritz')
    assertRefused(await use(`${secret}x`), 401, 'sign_in.link_refused', /link/)
    assertRefused(await use(secret, { 'sec-fetch-site': 'cross-site' }), 403, 'auth.cross_site', /this server/)
    assertDone(await use(secret))
  })
})
