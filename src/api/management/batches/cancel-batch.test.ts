import { it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { interrupted } from './batches.fixture.ts'

const server = useServer()

it('a batch that has ended cannot be cancelled', async () => {
  const { batch } = await interrupted(server.call)
  const answer = await server.call('POST', `/api/v1/batches/${batch.id}/cancel`)
  assertRefused(answer, 409, 'batch.ended', /already ended/)
})

it('the batch of somebody else and an unknown one are 404', async () => {
  const { batch } = await interrupted(server.call)
  const { call } = await server.user()
  for (const id of [batch.id, 'nonsense'])
    assertRefused(await call('POST', `/api/v1/batches/${id}/cancel`), 404, 'batch.not_found', /not found/)
})
