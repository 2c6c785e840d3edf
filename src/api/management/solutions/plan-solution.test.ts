import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
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

it('returns the changes and makes none', async () => {
  const plan = await server.call('POST', '/api/v1/solutions/plan', await zipOf('planned'))
  assertDone(plan)
  assert.deepEqual([plan.body.solution, plan.body.version], ['planned', '1.0.0'])
  assert.ok(plan.body.changes.some(({ kind, path }: Body) => kind === 'add' && /planned/.test(path)))
  const solution = await server.call('GET', '/pub/v1/scheme/solutions/planned')
  assertRefused(solution, 404, 'solution.not_found', /"planned" not found/)
})

it('refuses a body that is not a zip', async () => {
  const answer = await server.call('POST', '/api/v1/solutions/plan', new Uint8Array([1, 2, 3]))
  assertRefused(answer, 400, 'definition.archive_invalid', /./)
})
