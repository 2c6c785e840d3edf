import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { oneTask, publish } from '../../../process/templates/templates.fixture.ts'

const server = useServer()

it('revokes a grant, once', async () => {
  assertDone(await publish(server.call, 'ref.granted_delete', oneTask()))
  const { id, call } = await server.user()
  const grants = '/api/v1/processes/ref/granted_delete/grants'
  assertDone(await server.call('PUT', `${grants}/${id}`, { rights: ['administer'] }))
  assertDone(await call('GET', grants))
  assertDone(await server.call('DELETE', `${grants}/${id}`))
  assertRefused(await call('GET', grants), 403, 'process.not_allowed', /./)
  assertRefused(await server.call('DELETE', `${grants}/${id}`), 404, 'access.grant_not_found', /./)
})
