import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()

it('returns the user, whether the user is an administrator, and the groups', async () => {
  const { id, login, call } = await server.user()
  const me = await call('GET', '/api/v1/me')
  assertDone(me)
  assert.deepEqual([me.body.user.id, me.body.user.login, me.body.administrator], [id, login, false])
  assert.ok(me.body.groups.length > 0, 'every user is in the group of all users')
  const administrator = await server.call('GET', '/api/v1/me')
  assertDone(administrator)
  assert.equal(administrator.body.administrator, true)
})
