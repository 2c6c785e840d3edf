import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { interrupted } from '../batches/batches.fixture.ts'
import { instanceOf } from '../incidents/incidents.fixture.ts'

const server = useServer()

it('instances are interrupted with a comment, which the view shows', async () => {
  const { batch, instances } = await interrupted(server.call)
  assert.equal(batch.state, 'completed')
  for (const id of instances.slice(0, 2)) assert.equal((await instanceOf(server.call, id)).__state, 'cancel')
  const { body } = await server.call('GET', `/api/v1/instances/${instances[0]}`)
  assert.deepEqual(body.instance.outcome, { comment: 'not needed' })
})

it('a list of instances is required', async () => {
  for (const instanceIds of [[], ['x'], 'all', undefined])
    assertRefused(
      await server.call('POST', '/api/v1/instances/interrupt', { instanceIds }),
      400,
      'input.wrong',
      /instanceIds/,
    )
})
