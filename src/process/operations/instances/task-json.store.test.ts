import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openTestDatabase } from '../../../../test/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { openTasks } from './task-json.store.ts'

it('finds the open tasks of an instance without reading all open tasks, also when statistics say that there are none', async () => {
  await using database = await openTestDatabase()
  const template = newId()
  await database.single.rows(sql`
    insert into process_task (instance, id, template, version, element, type, subject, state, created_at, ended_at, settings)
    select gen_random_uuid(), gen_random_uuid(), ${template}, 1, 'check', 'task', 'Check', 'done', now(), now(), '{}'
    from generate_series(1, 5000)`)
  await database.outsideTransaction(sql`vacuum (analyze) process_task`)
  const plan = await database.reader.rows<Record<string, string>>(sql`
    explain select ${openTasks(sql`i`)} from process_instance i where i.id = ${newId()}`)
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  assert.match(text, /process_task_pkey/)
  assert.doesNotMatch(text, /process_task_open/)
})
