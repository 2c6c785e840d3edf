import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { oneTask, publish } from '../../../process/definition/templates/templates.fixture.ts'

const server = useServer()

it('lists the versions, newest first', async () => {
  for (const name of ['a', 'b', 'c']) assertDone(await publish(server.call, 'ref.listed_versions', oneTask('', name)))
  const answer = await server.call('GET', '/api/v1/processes/ref/listed_versions/versions')
  assertDone(answer)
  assert.deepEqual(
    answer.body.versions.map(({ version }: Body) => version),
    [3, 2, 1],
  )
})

it('refuses an unknown process', async () => {
  const answer = await server.call('GET', '/api/v1/processes/ref/listed_version/versions')
  assertRefused(answer, 404, 'process.not_found', /did you mean "ref\.listed_versions"/)
})
