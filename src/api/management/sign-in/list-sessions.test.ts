import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
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

it('lists the sessions of the caller and marks the one of the request', async () => {
  const { bySession } = await aSession()
  const list = await bySession('GET', '/api/v1/me/sessions')
  assertDone(list)
  assert.deepEqual(
    list.body.result.result.map(({ current, address }: Body) => [current, address]),
    [[true, '127.0.0.1']],
  )
})
