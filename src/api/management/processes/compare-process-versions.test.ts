import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { publish } from '../../../process/definition/templates/templates.fixture.ts'
import { bpmn, end, flows, start, user } from '../../../process/engine/process.fixture.ts'

const server = useServer()

const path = '/api/v1/processes/ref/compared'
const versions = [
  bpmn([start(), user('check'), user('gone'), end(), flows('s > check > gone > e')]),
  bpmn([
    start(),
    user('check', '', '<chancery:task due="P2D"/>', 'name="Twice"'),
    user('fresh'),
    end(),
    flows('s > check > fresh > e'),
  ]),
]

it('names the elements that were added, removed and changed', async () => {
  for (const xml of versions) assertDone(await publish(server.call, 'ref.compared', xml))
  const answer = await server.call('GET', `${path}/difference?from=1&to=2`)
  assertDone(answer)
  const { added, removed, changed } = answer.body
  assert.deepEqual(added, ['fresh', 'check-fresh', 'fresh-e'])
  assert.deepEqual(removed, ['gone', 'check-gone', 'gone-e'])
  assert.deepEqual(changed, [{ elementId: 'check', properties: ['extensionElements', 'name'] }])
  const same = await server.call('GET', `${path}/difference?from=2&to=2`)
  assert.deepEqual([same.body.added, same.body.removed, same.body.changed], [[], [], []])
})

it('refuses versions that do not exist and are none', async () => {
  assertRefused(await server.call('GET', `${path}/difference?from=1&to=9`), 404, 'process.not_found', /no version 9/)
  assertRefused(await server.call('GET', `${path}/difference?from=0&to=1`), 400, 'input.wrong', /from/)
  assertRefused(await server.call('GET', `${path}/difference?from=1`), 400, 'input.wrong', /to/)
})
