import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()

it('changes the given fields and leaves the others', async () => {
  const { id, login } = await server.user({ lastname: 'Petrova', firstname: 'Anna' })
  assertDone(await server.call('PATCH', `/api/v1/users/${id}`, { lastname: 'Orlova' }))
  const list = await server.call('POST', '/pub/v1/user/list', { ids: [id] })
  assertDone(list)
  const [user] = list.body.result.result
  assert.deepEqual([user.login, user.fullname.lastname, user.fullname.firstname], [login, 'Orlova', 'Anna'])
})

it('is for administrators', async () => {
  const { id, call } = await server.user()
  const answer = await call('PATCH', `/api/v1/users/${id}`, { administrator: true })
  assertRefused(answer, 403, 'auth.not_allowed', /administrators/)
})
