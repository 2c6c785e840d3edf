import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import type { Call } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { anUpload } from './files.fixture.ts'

const server = useServer()

it("returns links to the caller's uploads and files, and fails for those of others", async () => {
  const [owner, other] = [await server.user(), await server.user()]
  const hash = await anUpload(owner.call, 'uploaded')
  const linksOf = (user: { call: Call }) => user.call('POST', '/pub/v1/disk/links/download', { hashesList: [hash] })
  const links = await linksOf(owner)
  assertDone(links)
  assert.equal(await (await fetch(links.body.items[0].link)).text(), 'uploaded')
  const refused = await linksOf(other)
  assert.deepEqual([refused.status, refused.body.code], [422, 'files.some_failed'])
})
