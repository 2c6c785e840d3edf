import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql, toStatement } from '../../foundation/db/sql.ts'
import { nilId } from '../../foundation/kit/ids.ts'
import { predicate } from '../../query/index.ts'
import { userSource } from './user-source.ts'

it('users of a group are found by a walk from the group, not by checking every user', () => {
  const condition = { is: 'criterion', field: { is: 'field', names: ['groupIds'] }, value: [nilId] } as const
  const { text } = toStatement(predicate(condition, userSource, sql`u`, { callerId: nilId, nowMs: 0 }).sql)
  assert.match(text, /users_of_group/)
  assert.doesNotMatch(text, /groups_of_user/)
})
