import { assertDone } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { versions } from '../moves/moves.fixture.ts'

/** Interrupts two instances and one that does not exist, and returns the batch with the instances. */
export async function interrupted(call: Call): Promise<{ batch: Body; instances: readonly string[] }> {
  const process = versions(call)
  await process.publish(['a'])
  const instances = [await process.start(), await process.start()].sort()
  const missing = 'ffffffff-0000-7000-8000-000000000000'
  const answer = await call('POST', '/api/v1/instances/interrupt', {
    instanceIds: [...instances, missing],
    comment: 'not needed',
  })
  assertDone(answer)
  return { batch: answer.body.batch, instances: [...instances, missing] }
}
