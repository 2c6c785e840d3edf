import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { rows } from '../groups/groups.fixture.ts'

const server = useServer()

it('pages through the namespaces in the order of the menu', async () => {
  const all = await rows(server.call, '/pub/v1/scheme/namespaces')
  const codes = all.map(({ code }) => code)
  assert.ok(codes.indexOf('ref') < codes.indexOf('docs'))
  assert.equal(codes.at(-1), '_system_catalogs')
  const page = await server.call('GET', '/pub/v1/scheme/namespaces?from=1&size=1')
  assertDone(page)
  assert.deepEqual([page.body.result.result, page.body.result.total], [[all[1]], all.length])
})
