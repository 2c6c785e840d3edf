import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aFile } from './files.fixture.ts'

const server = useServer()

it('returns a link that needs no token', async () => {
  const { call } = await server.user()
  const { __id } = await aFile(call, 'linked', 'linked.txt')
  for (const method of ['GET', 'POST']) {
    const answer = await call(method, `/pub/v1/disk/file/${__id}/get-link`)
    assertDone(answer)
    assert.equal(await (await fetch(answer.body.Link)).text(), 'linked')
  }
})

it('refuses a file that does not exist', async () => {
  assertRefused(await server.call('GET', `/pub/v1/disk/file/${newId()}/get-link`), 404, 'files.not_found', /not found/)
})
