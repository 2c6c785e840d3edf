import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { ownPage, signIn } from '../../../../test/browser.ts'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'

const password = 'a long enough password'

let started: TestPlatform
before(async () => {
  started = await startEmptyPlatform({ BASE_URL: 'https://docs.example.org', TEST_CLOCK: '1' })
})
after(() => started[Symbol.asyncDispose]())

async function invite(id: string): Promise<string> {
  const answer = await started.call('POST', `/api/v1/users/${id}/invitations`)
  assertDone(answer)
  const [address, secret] = answer.body.link.split('#invitation=')
  assert.equal(address, 'https://docs.example.org/console/sign-in')
  return secret
}

const accept = (secret: string, chosen = password, headers: Record<string, string> = ownPage) =>
  started.as('')('POST', '/api/v1/sign-in/invitation', { secret, password: chosen }, headers)

it('gives a link with which an invited user sets a password once, becomes active and is signed in', async () => {
  const { id } = await aUser(started, { login: 'anna' })
  assertDone(await started.call('PATCH', `/api/v1/users/${id}`, { status: 'invited' }))
  const secret = await invite(id)
  const answers = await Promise.all(Array.from({ length: 4 }, () => accept(secret)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401])
  const cookie = answers
    .find(({ status }) => status === 200)!
    .headers.get('set-cookie')!
    .split(';')[0]!
  const me = await started.as('')('GET', '/api/v1/me', undefined, { cookie })
  assert.equal(me.body.user.id, id)
  assertDone(await signIn(started, 'anna', password))
  const { entries } = (await started.call('GET', '/api/v1/audit?operation=acceptInvitation&outcome=done')).body
  assert.deepEqual(
    entries.map(({ object, userId }: { object: string; userId: string }) => [object.split(':')[0], userId]),
    [
      ['session', id],
      ['password', id],
      ['user', id],
    ],
  )
})

it('replaces a forgotten password and ends the sessions of the user', async () => {
  const { id } = await aUser(started, { login: 'boris' })
  assertDone(await started.call('PUT', `/api/v1/users/${id}/password`, { password }))
  const before = await signIn(started, 'boris', password)
  const cookie = before.headers.get('set-cookie')!.split(';')[0]!
  assertDone(await accept(await invite(id), 'another long password'))
  assert.equal((await started.as('')('GET', '/api/v1/me', undefined, { cookie })).status, 401)
  assertRefused(await signIn(started, 'boris', password), 401, 'sign_in.refused', /./)
})

it('replaces the earlier link, and works for seven days', async () => {
  const { id } = await aUser(started, { login: 'clara' })
  const [old, link] = [await invite(id), await invite(id)]
  assertRefused(await accept(old), 401, 'invitation.refused', /replaced/)
  assertDone(await started.call('POST', '/api/v1/clock/advance', { by: 'P7D' }))
  assertRefused(await accept(link), 401, 'invitation.refused', /expired/)
})

it('is refused for blocked and unknown users, weak passwords and pages of other sites', async () => {
  const { id } = await aUser(started, { login: 'dora.dorsson' })
  const secret = await invite(id)
  assertRefused(await accept(secret, 'dora.dorsson'), 400, 'password.too_weak', /login/)
  assertRefused(await accept(secret, password, { 'sec-fetch-site': 'cross-site' }), 403, 'auth.cross_site', /./)
  assertDone(await started.call('POST', `/api/v1/users/${id}/block`))
  assertRefused(await accept(secret), 401, 'invitation.refused', /./)
  const again = await started.call('POST', `/api/v1/users/${id}/invitations`)
  assertRefused(again, 404, 'user.not_found', /blocked/)
  assertRefused(await started.call('POST', '/api/v1/users/x/invitations'), 404, 'user.not_found', /./)
})
