import { it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { unknownId } from '../incidents/incidents.fixture.ts'

const server = useServer()

it('an unknown restore point is 404', async () => {
  for (const id of [unknownId, 'nonsense']) {
    const answer = await server.call('POST', `/api/v1/restore-points/${id}/retry`)
    assertRefused(answer, 404, 'restore_point.not_found', /not found/)
  }
})
