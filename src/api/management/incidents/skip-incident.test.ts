import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { failing } from '../moves/moves.fixture.ts'
import { auditOf, incidentsOf, instanceOf, unknownId } from './incidents.fixture.ts'

const server = useServer()
const skip = (id: string, body: object) => server.call('POST', `/api/v1/incidents/${id}/skip`, body)

it('an incident is skipped with a reason, which the history and the audit keep', async () => {
  const id = await (await failing(server.call)).start()
  const [incident] = await incidentsOf(server.call, id)
  assertRefused(await skip(incident.__id, {}), 400, 'input.wrong', /reason/)
  assertDone(await skip(incident.__id, { reason: 'decided by phone', context: { divisor: 2 } }))
  assert.equal((await auditOf(server.call, id)).after.reason, 'decided by phone')
  const { body: history } = await server.call('GET', `/api/v1/instances/${id}/history`)
  assert.match(JSON.stringify(history), /decided by phone/)
  assert.equal((await instanceOf(server.call, id)).divisor, 2)
  assertRefused(await skip(incident.__id, { reason: 'again' }), 409, 'incident.closed', /no longer open/)
})

it('an unknown incident is 404', async () => {
  for (const id of [unknownId, 'nonsense'])
    assertRefused(await skip(id, { reason: 'x' }), 404, 'incident.not_found', /not found/)
})
