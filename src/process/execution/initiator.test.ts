import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../foundation/db/sql.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { end, flows, start, user as userTask } from '../engine/process.fixture.ts'
import { openTrial, user } from './execution.fixture.ts'

it('an instance started for another user has this user as initiator and the caller as last writer', async () => {
  await using trial = await openTrial()
  const initiator = newId()
  const version = await trial.publish('p', [start(), userTask('a'), end(), flows('s > a > e')])
  const id = await trial.start(version, { initiator })
  const row = await trial.database.reader.row(sql`
    select created_by::text as by, updated_by::text as changed from process_instance where id = ${id}`)
  assert.deepEqual(row, { by: initiator, changed: user })
})
