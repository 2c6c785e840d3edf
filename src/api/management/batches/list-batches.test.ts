import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { interrupted } from './batches.fixture.ts'

const server = useServer()

it('batches are listed, the newest first; others see only their own', async () => {
  const first = await interrupted(server.call)
  const second = await interrupted(server.call)
  const answer = await server.call('GET', '/api/v1/batches')
  assertDone(answer)
  const ids: string[] = answer.body.batches.map(({ id }: Body) => id)
  assert.ok(ids.indexOf(second.batch.id) < ids.indexOf(first.batch.id))
  const { call } = await server.user()
  assert.deepEqual((await call('GET', '/api/v1/batches')).body.batches, [])
})

it('the size of the list has limits', async () => {
  assertRefused(await server.call('GET', '/api/v1/batches?size=0'), 400, 'input.wrong', /size/)
})
