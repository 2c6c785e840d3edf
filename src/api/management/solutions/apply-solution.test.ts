import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { writeZip } from '../../../solutions/files/write-zip.ts'

const server = useServer()

const zipOf = (code: string, field = 'a') =>
  writeZip(
    new Map([
      ['solution.yaml', `code: ${code}\nname: ${code}\nversion: 1.0.0\n`],
      [`namespaces/${code}/namespace.yaml`, `name: ${code}\n`],
      [`namespaces/${code}/apps/one.yaml`, `name: One\nfields: [{ code: ${field}, type: string }]\n`],
    ]),
  )

it('applies a solution, and asks for consent before it removes a field with values', async () => {
  const apply = async (field: string) => server.call('POST', '/api/v1/solutions/apply', await zipOf('applied', field))
  assertDone(await apply('a'))
  assertDone(await server.call('POST', '/pub/v1/app/applied/one/create', { context: { a: 'kept' } }))
  assertRefused(await apply('b'), 400, 'definition.consent_needed', /./)
  for (const query of ['allowDestructive=1', 'allowDestructive=TRUE', 'allowDestructive=', 'dryRun=true', 'comnent=x'])
    assertRefused(
      await server.call('POST', `/api/v1/solutions/apply?${query}`, await zipOf('applied', 'c')),
      400,
      'input.wrong',
      /allowDestructive|dryRun|did you mean "comment"/,
    )
  const schema = await server.call('GET', '/pub/v1/scheme/namespaces/applied/apps/one')
  assertDone(schema)
  const plan = await server.call('POST', '/api/v1/solutions/plan', await zipOf('applied'))
  assertDone(plan)
  assert.deepEqual(plan.body.changes, [])
})
