import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aProcess, publishVersion, started } from '../../v1/bpm/bpm.fixture.ts'

const server = useServer()

it('the statistics count tokens and completions per element, with the durations', async () => {
  const process = await aProcess(server.call)
  for (let n = 0; n < 3; n++) await started(server.call, process)
  const path = `/api/v1/processes/all/${process.code}/statistics`
  const read = async (query = '') => {
    const answer = await server.call('GET', `${path}${query}`)
    assertDone(answer)
    return answer.body
  }
  const { elements, completeSince } = await read()
  const of = (all: { element: string }[], id: string) => all.find(({ element }) => element === id)
  assert.equal(completeSince, null)
  assert.deepEqual(of(elements, 's'), {
    element: 's',
    name: null,
    kind: 'startEvent',
    active: 0,
    incidents: 0,
    done: 3,
    meanMs: 0,
    medianMs: 0,
    p95Ms: 0,
  })
  assert.deepEqual(of(elements, 'check'), {
    element: 'check',
    name: null,
    kind: 'userTask',
    active: 3,
    incidents: 0,
    done: 0,
    meanMs: null,
    medianMs: null,
    p95Ms: null,
  })
  const past = await read('?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z')
  assert.deepEqual((of(past.elements, 's') as unknown as { done: number }).done, 0)
  await publishVersion(server.call, process.code, 'approval', 'second')
  const second = await read('?version=2')
  assert.equal((of(second.elements, 'check') as unknown as { active: number }).active, 0)
})

it('wrong periods, versions and processes are refused', async () => {
  const process = await aProcess(server.call)
  const path = `/api/v1/processes/all/${process.code}/statistics`
  const order = await server.call('GET', `${path}?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z`)
  assertRefused(order, 400, 'input.wrong', /"from" must not be after "to"/)
  assertRefused(await server.call('GET', `${path}?from=yesterday`), 400, 'input.wrong', /"from"/)
  assertRefused(await server.call('GET', `${path}?version=7`), 404, 'process.not_found', /no version 7/)
  const unknown = await server.call('GET', '/api/v1/processes/all/nothing/statistics')
  assertRefused(unknown, 404, 'process.not_found', /not found/)
})
