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
