import { it } from 'node:test'
import { assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'

const server = useServer()

it('is not found, because there are none yet', async () => {
  assertRefused(
    await server.call('GET', '/pub/v1/scheme/namespaces/ref/processes/approve'),
    404,
    'process.not_found',
    /./,
  )
})
