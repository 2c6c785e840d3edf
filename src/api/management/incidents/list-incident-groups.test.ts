import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { failing } from '../moves/moves.fixture.ts'
import { incidentsOf } from './incidents.fixture.ts'

const server = useServer()

it('incidents with the same cause form a group with their number', async () => {
  const process = await failing(server.call)
  const first = await process.start()
  await process.start()
  const [{ templateId, messageHash, message }] = await incidentsOf(server.call, first)
  const answer = await server.call('GET', `/api/v1/incidents/groups?templateId=${templateId}`)
  assertDone(answer)
  const { groups } = answer.body
  assert.equal(groups.length, 1)
  assert.deepEqual(
    [groups[0].code, groups[0].element, groups[0].kind, groups[0].messageHash, groups[0].message, groups[0].count],
    [process.code, 'share', 'CONDITION_ERROR', messageHash, message, 2],
  )
})

it('the id of a template must be one', async () => {
  assertRefused(await server.call('GET', '/api/v1/incidents/groups?templateId=x'), 400, 'input.wrong', /templateId/)
})
