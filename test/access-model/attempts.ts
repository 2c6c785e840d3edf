import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { type Asking, count, refused } from './asking.ts'
import { type Judge, judgeOf, type Moment } from './judge.ts'
import { address } from './make-world.ts'
import { type Attempt, type Field, fields, type Row, rowId } from './world.ts'

/** Lets the caller try it, and does the same to the rows of the model when it was done. */
export async function compareAttempt(
  asking: Asking,
  moment: Moment & { rows: Row[] },
  attempt: Attempt,
): Promise<boolean> {
  const { platform, caller, tally } = asking
  const judge = judgeOf(moment, caller.userId)
  const { elements } = platform.context.apps
  const row = rowOf(moment, attempt)
  const reasons = reasonsAgainst(judge, attempt, row)
  const work =
    attempt.is === 'create'
      ? elements.create(caller, address(attempt.app), { ...attempt.values, __directory: attempt.folder })
      : elements.update(caller, { ...address(attempt.app), id: row.id }, contextOf(attempt))
  const refusal = await refused(work)
  const words = `${attempt.is} by ${attempt.user} of ${row.id} in ${attempt.app}: ${refusal}, and not ${reasons}`
  if (reasons.length === 0) assert.equal(refusal, undefined, words)
  else assert.ok(refusal !== undefined && reasons.includes(refusal[0]), words)
  count(tally, `${attempt.is}: ${reasons.length === 0 ? 'done' : refusal![0]}`)
  if (refusal !== undefined) return false
  if (attempt.is === 'create') moment.rows.push({ ...row, id: JSON.parse((await work).item.text).__id })
  if (attempt.is === 'change') row.values[attempt.field] = attempt.value
  if (attempt.is === 'delete') row.deleted = true
  if (attempt.is === 'restore') row.deleted = false
  return true
}

function rowOf({ rows }: Moment, attempt: Attempt): Row {
  const { app } = attempt
  if (attempt.is !== 'create') return rows.find(({ id }) => id === rowId(app, attempt.place))!
  const empty = Object.fromEntries(fields.map((field) => [field, null]))
  const values = { ...empty, ...attempt.values } as Row['values']
  return { id: 'new', app, author: attempt.user, folder: attempt.folder, status: 1, deleted: false, values }
}

function contextOf(attempt: Exclude<Attempt, { is: 'create' }>): Record<string, unknown> {
  if (attempt.is === 'change') return { [attempt.field]: attempt.value }
  if (attempt.is === 'touch') return {}
  return { __deletedAt: attempt.is === 'delete' ? '2026-01-01T00:00:00Z' : null }
}

/** The statuses of which the answer has one; none when it is allowed. What may not be known counts before all. */
function reasonsAgainst(judge: Judge, attempt: Attempt, row: Row): number[] {
  const { app } = attempt
  if (!judge.knows(app)) return [404]
  const given = attempt.is === 'create' ? Object.entries(attempt.values) : []
  if (attempt.is === 'change') given.push([attempt.field, attempt.value])
  const codes = given.map(([code]) => code as Field)
  const isUnknown = codes.some((field) => !judge.mayField(app, field, 'read')) ? [400] : []
  if (attempt.is !== 'create' && !judge.may(row, 'view')) return [...isUnknown, 404]
  const isLocked = given.some(
    ([code, value]) => !isSame(attempt, row, code as Field, value) && !judge.mayField(app, code as Field, 'write', row),
  )
  const mayDo =
    attempt.is === 'create'
      ? judge.may(row, 'create')
      : attempt.is === 'delete' || attempt.is === 'restore'
        ? row.deleted === (attempt.is === 'delete') || judge.may(row, 'delete')
        : judge.may(row, 'edit')
  return [...isUnknown, ...(mayDo && !isLocked ? [] : [403])]
}

/** What stays as it is needs no right, nor what a new element would have anyway. */
function isSame({ is }: Attempt, { values }: Row, field: Field, value: unknown): boolean {
  return is === 'create' ? value === null : isDeepStrictEqual(values[field], value)
}
