import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()

it('returns a link of the console that works for seven days, and records who invited whom', async () => {
  const { id } = await server.user()
  const answer = await server.call('POST', `/api/v1/users/${id}/invitations`)
  assertDone(answer)
  assert.match(answer.body.link, /\/console\/sign-in#invitation=[\w-]{43}$/)
  const days = (Date.parse(answer.body.expiresAt) - Date.now()) / 86_400_000
  assert.ok(days > 6.9 && days < 7.1)
  const { entries } = (await server.call('GET', `/api/v1/audit?object=invitation:${id}`)).body
  assert.deepEqual(
    entries.map(({ operation, after }: { operation: string; after: object }) => [operation, Object.keys(after)]),
    [['inviteUser', ['expiresAt']]],
  )
})

it('is for administrators, and refuses unknown users', async () => {
  const { id, call } = await server.user()
  assertRefused(await call('POST', `/api/v1/users/${id}/invitations`), 403, 'auth.not_allowed', /administrators/)
  assertRefused(await server.call('POST', '/api/v1/users/x/invitations'), 404, 'user.not_found', /no such user/)
})
