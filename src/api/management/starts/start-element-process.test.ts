import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { aLetter } from '../../../process/triggers/starts/starts.fixture.ts'
import { instanceOf } from '../incidents/incidents.fixture.ts'
import { ofLetter, startOffering } from './starts.fixture.ts'

it('a process that is started from an element runs for the element, which its first fitting variable holds', async () => {
  await using started = await startOffering()
  const ann = await aUser(started, { login: 'ann' })
  const id = await aLetter(ann.call)
  const start = (process: unknown, context?: object) =>
    ann.call('POST', ofLetter(id, 'start-process'), { process, ...(context && { context }) })
  const answer = await start('mail.offered')
  assertDone(answer)
  const { __item, letter, __createdBy } = await instanceOf(ann.call, answer.body.instanceId)
  assert.deepEqual([__item, letter, __createdBy], [{ id, namespace: 'mail', code: 'letters' }, [id], ann.id])
  assertRefused(await start('mail.other'), 400, 'process.not_offered', /cannot be started from elements of/)
  assertRefused(await start('mail.kept'), 404, 'process.not_found', /kept/)
  assertRefused(await start('nowhere'), 404, 'process.not_found', /nowhere/)
  const wrong = await start('mail.offered', { letter: 5, more: 1 })
  assertRefused(wrong, 400, 'context.invalid', /./)
  assert.equal(wrong.body.problems.length, 2)
})
