import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { aLetter } from '../../../process/triggers/starts/starts.fixture.ts'
import { ofLetter, startOffering } from './starts.fixture.ts'

it('an element offers the processes whose settings name its application and that the caller may start', async () => {
  await using started = await startOffering()
  const ann = await aUser(started, { login: 'ann' })
  const id = await aLetter(ann.call)
  const offered = async (call: Call): Promise<string[]> => {
    const answer = await call('GET', ofLetter(id, 'processes'))
    assertDone(answer)
    return answer.body.processes.map(({ process }: Body) => process).sort()
  }
  assert.deepEqual(await offered(ann.call), ['mail.offered'])
  assert.deepEqual(await offered(started.call), ['mail.kept', 'mail.offered'])
  const missing = await ann.call('GET', ofLetter('0b6f7b2e-2f0f-4f5a-9c53-0123456789ab', 'processes'))
  assertRefused(missing, 404, 'element.not_found', /not found/)
})
