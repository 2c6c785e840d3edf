import { it } from 'node:test'
import { assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { newId } from '../../../../foundation/kit/ids.ts'

const server = useServer()

it('is not found, because there are none yet', async () => {
  assertRefused(
    await server.call('GET', `/pub/v1/scheme/doctemplates/${newId()}`),
    404,
    'document_template.not_found',
    /./,
  )
})
