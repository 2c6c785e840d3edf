import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { unknownId } from '../incidents/incidents.fixture.ts'

const server = useServer()

it('restore points are listed by state and instance', async () => {
  for (const query of ['', '?state=all', `?instanceId=${unknownId}&state=used`]) {
    const answer = await server.call('GET', `/api/v1/restore-points${query}`)
    assertDone(answer)
    assert.equal(answer.body.result.result.length, answer.body.result.total)
  }
})

it('an unknown state and a wrong id are refused', async () => {
  for (const query of ['state=gone', 'instanceId=x'])
    assertRefused(await server.call('GET', `/api/v1/restore-points?${query}`), 400, 'input.wrong', /state|instanceId/)
})
