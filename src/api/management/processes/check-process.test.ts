import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { callOf, oneTask } from '../../../process/definition/templates/templates.fixture.ts'
import { bpmn, end, flows, start } from '../../../process/engine/process.fixture.ts'

const server = useServer()

const check = async (path: string, xml: string): Promise<Body[]> => {
  const answer = await server.call('POST', `/api/v1/processes/${path}/check`, new TextEncoder().encode(xml))
  assertDone(answer)
  return answer.body.problems
}

it('finds nothing wrong with a file that can be published, and publishes nothing', async () => {
  assert.deepEqual(await check('ref/only_checked', oneTask()), [])
  assertRefused(await server.call('GET', '/api/v1/processes/ref/only_checked'), 404, 'process.not_found', /./)
})

it('says what prevents publishing, with the element', async () => {
  const problems = await check('ref/checked', bpmn([start(), '<userTask id="t"/>', end(), flows('s > t > e')]))
  assert.deepEqual(
    problems.map(({ elementId, severity }) => [elementId, severity]),
    [['t', 'error']],
  )
  assert.match(problems[0]!.message, /no performer/)
  const [notXml] = await check('ref/checked', 'no xml')
  assert.deepEqual([notXml!.severity, notXml!.elementId], ['error', undefined])
})

it('warns of what the file refers to and does not exist yet', async () => {
  const problems = await check('ref/checked', callOf('ref.nothing_here'))
  assert.deepEqual(
    problems.map(({ elementId, severity, message }) => [elementId, severity, message]),
    [['c', 'warning', 'there is no process "ref.nothing_here" yet']],
  )
})

it('refuses a process that calls itself, and a code that cannot be one', async () => {
  const [cycle] = await check('ref/calls_itself', callOf('ref.calls_itself'))
  assert.deepEqual([cycle!.elementId, cycle!.severity], ['c', 'error'])
  const [code] = await check('ref/1%20x', oneTask())
  assert.match(code!.message, /a process code must match/)
})
