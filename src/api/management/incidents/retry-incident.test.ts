import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { failing } from '../moves/moves.fixture.ts'
import { auditOf, incidentsOf, instanceOf, unknownId } from './incidents.fixture.ts'

const server = useServer()
const retry = (id: string, body: object = {}) => server.call('POST', `/api/v1/incidents/${id}/retry`, body)

it('an incident opens again when the retry fails, and is closed then', async () => {
  const id = await (await failing(server.call)).start()
  const [first] = await incidentsOf(server.call, id)
  assertDone(await retry(first.__id))
  const [second] = await incidentsOf(server.call, id)
  assert.notEqual(second.__id, first.__id)
  assertRefused(await retry(first.__id), 409, 'incident.closed', /no longer open/)
})

it('a retry can change the context first; a wrong value changes nothing', async () => {
  const id = await (await failing(server.call)).start()
  const [incident] = await incidentsOf(server.call, id)
  const wrong = await retry(incident.__id, { context: { nothing: 1, divisor: 'x' } })
  assertRefused(wrong, 400, 'context.invalid', /nothing/)
  assert.equal(wrong.body.problems.length, 2)
  assert.equal((await incidentsOf(server.call, id))[0].__id, incident.__id)
  assertDone(await retry(incident.__id, { context: { divisor: 3 }, reason: 'it was missing' }))
  assert.equal((await instanceOf(server.call, id)).divisor, 3)
  const { after } = await auditOf(server.call, id)
  assert.deepEqual([after.retried, after.reason, after.divisor], ['share', 'it was missing', 3])
})

it('an unknown incident is 404', async () => {
  for (const id of [unknownId, 'nonsense']) assertRefused(await retry(id), 404, 'incident.not_found', /not found/)
})
