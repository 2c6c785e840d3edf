import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()

it('creates a user, whom the list of users shows with name and email', async () => {
  const { id, login } = await server.user({ lastname: 'Petrova', firstname: 'Anna', email: 'anna@example.org' })
  const list = await server.call('POST', '/pub/v1/user/list', { ids: [id] })
  assertDone(list)
  const [user] = list.body.result.result
  assert.deepEqual(
    [user.login, user.fullname.lastname, user.fullname.firstname, user.email],
    [login, 'Petrova', 'Anna', 'anna@example.org'],
  )
})

it('refuses a login that differs from a taken one in case only', async () => {
  const { login } = await server.user()
  const again = await server.call('POST', '/api/v1/users', { login: login.toUpperCase() })
  assertRefused(again, 400, 'user.login_taken', /is taken/)
})

it('refuses a mail address that is not one address, also when the user is changed', async () => {
  const { id } = await server.user()
  for (const email of [
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org,b@example.org',
    'Anna <a@example.org>',
    'anna',
  ]) {
    const created = await server.call('POST', '/api/v1/users', { login: `login ${email}`, email })
    assertRefused(created, 400, 'input.wrong', /"email" must be one mail address/)
    const changed = await server.call('PATCH', `/api/v1/users/${id}`, { email })
    assertRefused(changed, 400, 'input.wrong', /"email" must be one mail address/)
  }
  assertDone(await server.call('PATCH', `/api/v1/users/${id}`, { email: 'a@example.org' }))
  assertDone(await server.call('PATCH', `/api/v1/users/${id}`, { email: null }))
})
