import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Call } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'

const server = useServer()

const password = 'a long enough password'

/** Signs a new user in and returns the user with a Call that sends the session cookie. */
async function aSession() {
  const user = await server.user()
  assertDone(await server.call('PUT', `/api/v1/users/${user.id}/password`, { password }))
  const signedIn = await server.as('')('POST', '/api/v1/sign-in', { login: user.login, password })
  assertDone(signedIn)
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
  const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const bySession: Call = (method, path, body) => server.as('')(method, path, body, headers)
  return { ...user, bySession }
}

it('ends the sessions of the user, who signs in with the new password', async () => {
  const { id, login, bySession } = await aSession()
  const renewed = `${password}, renewed`
  assertDone(await server.call('PUT', `/api/v1/users/${id}/password`, { password: renewed }))
  assertRefused(await bySession('GET', '/api/v1/me'), 401, 'auth.required', /session has ended/)
  const signIn = (given: string) => server.as('')('POST', '/api/v1/sign-in', { login, password: given })
  assertRefused(await signIn(password), 401, 'sign_in.refused', /wrong/)
  assertDone(await signIn(renewed))
})

it('refuses a password that is the login, and an unknown user', async () => {
  const { id, login } = await server.user()
  const set = (user: string, given: string) => server.call('PUT', `/api/v1/users/${user}/password`, { password: given })
  assertRefused(await set(id, login), 400, 'password.too_weak', /./)
  assertRefused(await set(newId(), password), 404, 'user.not_found', /./)
})
