import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { newId } from '../../../../foundation/kit/ids.ts'
import { rows } from '../groups/groups.fixture.ts'

const server = useServer()

it('returns a template by its id', async () => {
  const [row] = await rows(server.call, '/pub/v1/scheme/namespaces/docs/doctemplates')
  const answer = await server.call('GET', `/pub/v1/scheme/doctemplates/${row.__id}`)
  assertDone(answer)
  assert.deepEqual(answer.body.docTemplate, row)
})

it('refuses an unknown id', async () => {
  assertRefused(
    await server.call('GET', `/pub/v1/scheme/doctemplates/${newId()}`),
    404,
    'document_template.not_found',
    /./,
  )
})
