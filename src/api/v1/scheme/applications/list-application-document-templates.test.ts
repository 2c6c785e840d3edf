import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { rows } from '../groups/groups.fixture.ts'

const server = useServer()

it('lists the templates of an application with their inputs', async () => {
  const [letter, ...more] = await rows(server.call, '/pub/v1/scheme/namespaces/docs/apps/contracts/doctemplates')
  const { namespace, app, code, __name, field, format, inputs, file } = letter
  assert.deepEqual(
    [namespace, app, code, __name, field, format, more],
    ['docs', 'contracts', 'letter', 'Letter about a contract', 'scans', 'html', []],
  )
  assert.deepEqual(inputs, [{ code: 'remark', name: 'Remark', type: 'string' }])
  assert.match(JSON.stringify(file), /^{"name":"letter.html","hash":"[0-9a-f]{64}"}$/)
  assert.deepEqual(await rows(server.call, '/pub/v1/scheme/namespaces/ref/apps/contacts/doctemplates'), [])
})

it('refuses an unknown code', async () => {
  assertRefused(
    await server.call('GET', '/pub/v1/scheme/namespaces/ref/apps/contcts/doctemplates'),
    404,
    'application.not_found',
    /not found/,
  )
})
