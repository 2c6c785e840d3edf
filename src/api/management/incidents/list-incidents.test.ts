import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { failing } from '../moves/moves.fixture.ts'
import { incidentsOf, instanceOf } from './incidents.fixture.ts'

const server = useServer()

it('incidents are listed with their element, kind and message; the instance is in the state "error"', async () => {
  const process = await failing(server.call)
  const id = await process.start()
  const [incident] = await incidentsOf(server.call, id)
  assert.deepEqual(
    [incident.element, incident.kind, incident.state, incident.template.code],
    ['share', 'CONDITION_ERROR', 'open', process.code],
  )
  assert.equal((await instanceOf(server.call, id)).__state, 'error')
})

it('lists of incidents filter by element and kind, and `active` leaves out closed ones', async () => {
  const { start, code } = await failing(server.call)
  const id = await start()
  const [incident] = await incidentsOf(server.call, id)
  assertDone(await server.call('POST', `/pub/v1/bpm/instance/${id}/interrupt`))
  assert.deepEqual(await incidentsOf(server.call, id), [])
  const all = await incidentsOf(server.call, id, false)
  assert.deepEqual(
    all.map(({ state, endedBy }: Body) => [state, endedBy]),
    [['cancelled', server.running().userId]],
  )
  const list = async (tf: object): Promise<Body[]> => {
    const query = encodeURIComponent(JSON.stringify({ filter: { tf: { templateId: incident.templateId, ...tf } } }))
    const answer = await server.call('GET', `/api/v1/incidents?query=${query}`)
    assertDone(answer)
    return answer.body.result.result
  }
  assert.equal((await list({ element: 'share', kind: 'CONDITION_ERROR' })).length, 1, code)
  assert.equal((await list({ element: 'other' })).length, 0)
})

it('a filter by an unknown field is refused', async () => {
  const query = encodeURIComponent(JSON.stringify({ filter: { tf: { secret: 'x' } } }))
  const answer = await server.call('GET', `/api/v1/incidents?query=${query}`)
  assertRefused(answer, 400, 'query.unknown_field', /secret/)
})
