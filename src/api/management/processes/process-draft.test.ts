import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { oneTask } from '../../../process/definition/templates/templates.fixture.ts'

const server = useServer()

const path = '/api/v1/processes/ref/drafted/draft'
const put = (xml: string, ifMatch?: string) =>
  server.call('PUT', path, { xml, baseVersion: 1 }, ifMatch === undefined ? {} : { 'if-match': ifMatch })

it('stores a draft that need not be correct, and returns it with its revision', async () => {
  const first = await put('<not yet', '"0"')
  assertDone(first)
  assert.equal(first.headers.get('etag'), '"1"')
  assertDone(await put(oneTask(), '"1"'))
  const answer = await server.call('GET', path)
  assertDone(answer)
  assert.equal(answer.headers.get('etag'), '"2"')
  const { revision, xml, baseVersion } = answer.body.draft
  assert.deepEqual([revision, xml, baseVersion], [2, oneTask(), 1])
})

it('refuses to overwrite and to delete a draft that somebody else has changed', async () => {
  assertDone(await put(oneTask()))
  const { revision } = (await server.call('GET', path)).body.draft
  for (const ifMatch of ['"0"', `"${revision + 1}"`]) {
    assertRefused(await put('x', ifMatch), 412, 'process.draft_changed', /changed meanwhile/)
    const deleted = await server.call('DELETE', path, undefined, { 'if-match': ifMatch })
    assertRefused(deleted, 412, 'process.draft_changed', /changed meanwhile/)
  }
  assert.equal((await server.call('GET', path)).body.draft.revision, revision)
  assertRefused(await put('x', 'yesterday'), 400, 'input.wrong', /If-Match/)
})

it('answers that there is no draft, with the revision that stores the first one', async () => {
  const none = await server.call('GET', '/api/v1/processes/ref/never_drafted/draft')
  assertDone(none)
  assert.deepEqual([none.body.draft, none.headers.get('etag')], [null, '"0"'])
  assertRefused(await server.call('GET', '/api/v1/processes/nowhere/drafted/draft'), 404, 'namespace.not_found', /./)
})

it('deletes a draft once, and records who changed it', async () => {
  assertDone(await put(oneTask()))
  assertDone(await server.call('DELETE', path))
  assert.equal((await server.call('GET', path)).body.draft, null)
  assertRefused(await server.call('DELETE', path), 404, 'process.draft_not_found', /has no draft/)
  assertRefused(await put('x', '"1"'), 412, 'process.draft_changed', /./)
  const audit = await server.call('GET', '/api/v1/audit?object=process_draft:ref.drafted')
  assert.deepEqual(
    audit.body.entries.slice(0, 2).map(({ operation }: { operation: string }) => operation),
    ['deleteProcessDraft', 'putProcessDraft'],
  )
})

it('refuses namespaces that do not exist, codes that cannot be one, and characters that no file has', async () => {
  const to = (address: string, xml = 'x') => server.call('PUT', `/api/v1/processes/${address}/draft`, { xml })
  assertRefused(await to('nowhere/drafted'), 404, 'namespace.not_found', /nowhere/)
  assertRefused(await to('ref/1x'), 400, 'process.invalid', /a process code must match/)
  assert.equal((await to('ref/drafted', 'a\u0000b')).status, 400)
})
