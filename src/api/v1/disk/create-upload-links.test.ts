import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDirectory } from './files.fixture.ts'

const server = useServer()

it('returns a link for each hash, to which a file can be sent without a token', async () => {
  const { call } = await server.user()
  const hash = newId()
  const links = await call('POST', '/pub/v1/disk/links/upload', { hashesList: [hash] })
  assertDone(links)
  assert.equal(links.body.items.length, 1)
  const sent = await fetch(links.body.items[0].link, { method: 'PUT', body: 'by link' })
  assert.equal(sent.status, 200)
  const { __id: directory } = await aDirectory(call, `By link ${newId()}`)
  assertDone(await call('POST', '/pub/v1/disk/files', { files: [{ directory, hash, name: 'by-link.txt' }] }))
})
