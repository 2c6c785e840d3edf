import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../../foundation/db/sql.ts'
import { takesPart } from '../../definition/visibility/index.ts'
import { tryTasks } from '../../work/tasks/tasks.fixture.ts'

it('a former performer of a task still sees its instance', async () => {
  await using trial = await tryTasks()
  const { id, instance } = await trial.open({ assignee: await trial.user('anna') })
  const anna = await trial.caller('anna')
  await trial.tasks.reassign(anna, id, { userId: await trial.user('boris'), reason: 'holiday' })
  const seen = async (login: string, ofMany: boolean) => {
    const test = takesPart(await trial.caller(login))(sql`i`, ofMany)
    return (await trial.database.reader.rows(sql`select from process_instance i where i.id = ${instance} and ${test}`))
      .length
  }
  for (const ofMany of [false, true]) {
    assert.deepEqual([await seen('anna', ofMany), await seen('boris', ofMany), await seen('clara', ofMany)], [1, 1, 0])
  }
})
