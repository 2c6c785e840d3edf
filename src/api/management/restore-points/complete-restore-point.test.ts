import { it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { unknownId } from '../incidents/incidents.fixture.ts'

const server = useServer()

it('a comment is required, and an unknown restore point is 404', async () => {
  const complete = (id: string, body: object) => server.call('POST', `/api/v1/restore-points/${id}/complete`, body)
  assertRefused(await complete(unknownId, {}), 400, 'input.wrong', /comment/)
  for (const id of [unknownId, 'nonsense'])
    assertRefused(await complete(id, { comment: 'by phone' }), 404, 'restore_point.not_found', /not found/)
})
