import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Call } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'

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

it('ends a session of the caller, and no session of another user', async () => {
  const [own, other] = [await aSession(), await aSession()]
  const list = await own.bySession('GET', '/api/v1/me/sessions')
  assertDone(list)
  const path = `/api/v1/me/sessions/${list.body.result.result[0].id}`
  assertRefused(await other.call('DELETE', path), 404, 'session.not_found', /./)
  assertDone(await own.bySession('GET', '/api/v1/me'))
  assertDone(await own.call('DELETE', path))
  assertRefused(await own.bySession('GET', '/api/v1/me'), 401, 'auth.required', /session has ended/)
})
