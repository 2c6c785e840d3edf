import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'

const server = useServer()

it('blocks a user, whose token stops working', async () => {
  const { id, call } = await server.user()
  assertDone(await call('GET', '/api/v1/me'))
  assertDone(await server.call('POST', `/api/v1/users/${id}/block`))
  assertRefused(await call('GET', '/api/v1/me'), 401, 'auth.required', /not valid/)
})

it('refuses an unknown user', async () => {
  assertRefused(await server.call('POST', `/api/v1/users/${newId()}/block`), 404, 'user.not_found', /no such user/)
})
