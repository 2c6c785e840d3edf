import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { anOldInstance, startOffice } from './retention.fixture.ts'

it('returns the rules of the processes and of the installation, with what is due', async () => {
  await using office = await startOffice({ IMPORTS_KEEP_DAYS: '0' }, 'keepDays: 7\n')
  await anOldInstance(office, 'note')
  const answer = await office.call('GET', '/api/v1/retention')
  assertDone(answer)
  assert.deepEqual(answer.body.rules, [
    { kind: 'instances', process: 'office.note', days: 7, from: 'process', due: 1 },
    { kind: 'instances', process: 'office.outer', days: 30, from: 'installation', due: 0 },
    { kind: 'batches', process: null, days: 30, from: 'installation', due: 0 },
  ])
})

it('returns no rules when nothing is set, because everything is kept for ever', async () => {
  await using office = await startOffice({
    INSTANCES_KEEP_DAYS: '0',
    IMPORTS_KEEP_DAYS: '0',
    BATCHES_KEEP_DAYS: '0',
  })
  const instance = await anOldInstance(office, 'note')
  assert.deepEqual((await office.call('GET', '/api/v1/retention')).body.rules, [])
  assertDone(await office.call('POST', '/api/v1/retention/runs'))
  assert.equal((await office.call('GET', `/pub/v1/bpm/instance/${instance}/get`)).status, 200)
})
