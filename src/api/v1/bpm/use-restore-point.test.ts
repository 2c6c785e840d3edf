import { it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { bpm } from './bpm.fixture.ts'

const server = useServer()

it('a restore point that does not exist is "not found", with any empty body', async () => {
  for (const id of ['0b6f7b2e-2f0f-4f5a-9c53-0123456789ab', 'nonsense']) {
    for (const body of [undefined, '', '{}', '[]', 'null', { context: [] }]) {
      const answer = await server.call('POST', `${bpm}/restore-point/${id}/restore`, body)
      assertRefused(answer, 404, 'restore_point.not_found', /not found/)
    }
  }
})
