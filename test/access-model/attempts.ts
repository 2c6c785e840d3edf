import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { sql } from '../../src/foundation/db/sql.ts'
import type { Platform } from '../../src/platform/index.ts'
import { type Asking, count, refused } from './asking.ts'
import { type Judge, judgeOf, type Moment } from './judge.ts'
import { address } from './make-world.ts'
import { type Attempt, type Field, fields, linkOf, type Row, rowId } from './world.ts'

/** Makes the caller's attempt on the platform. When it succeeds, applies it to the rows of the model too. */
export async function compareAttempt(
  asking: Asking,
  moment: Moment & { rows: Row[] },
  attempt: Attempt,
): Promise<boolean> {
  const { platform, caller, tally } = asking
  const judge = judgeOf(moment, caller.userId)
  const { elements } = platform.context.apps
  const row = rowOf(moment, attempt)
  const sent = valuesSent(judge, attempt, row)
  const reasons = reasonsAgainst(judge, attempt, row, sent)
  const work =
    attempt.is === 'create'
      ? elements.create(caller, address(attempt.app), { ...sent, __directory: attempt.folder })
      : elements.update(caller, { ...address(attempt.app), id: row.id }, { ...sent, ...deletion(attempt) })
  const refusal = await refused(work)
  const words = `${attempt.is} by ${attempt.user} of ${row.id} in ${attempt.app}: ${refusal}, and not ${reasons}`
  if (reasons.length === 0) assert.equal(refusal, undefined, words)
  else assert.ok(refusal !== undefined && reasons.includes(refusal[0]), words)
  count(tally, `${attempt.is}: ${reasons.length === 0 ? 'done' : refusal![0]}`)
  if (attempt.is !== 'create') {
    for (const [code, value] of Object.entries(sent)) {
      if (judge.eyes.value(row, code) !== null || row.values[code as Field] === null) continue
      count(tally, `${value === null ? 'null for' : 'a guess of'} a masked value: ${refusal?.[0] ?? 'done'}`)
    }
  }
  if (refusal === undefined) {
    if (attempt.is === 'create') moment.rows.push({ ...row, id: JSON.parse((await work).item.text).__id })
    else write(judge, row, sent)
    if (attempt.is === 'delete') row.deleted = true
    if (attempt.is === 'restore') row.deleted = false
  }
  if (attempt.is !== 'create') await compareKept(platform, row)
  return refusal === undefined
}

/** Writes the sent values into the model's row. Null for a value that the user cannot read changes nothing. */
function write(judge: Judge, row: Row, sent: Partial<Row['values']>): void {
  const shown = Object.keys(sent).filter((code) => judge.mayField(row.app, code as Field, 'read', row))
  for (const code of shown) row.values[code as Field] = sent[code as Field]
}

/** Asserts that the database holds the model's values, whatever the answer was. */
async function compareKept(platform: Platform, { id, values }: Row): Promise<void> {
  const kept = await platform.database.reader.row<{ body: string }>(sql`select body from element where id = ${id}`)
  assert.deepEqual(JSON.parse(kept!.body), values, `the stored values of ${id}`)
}

function rowOf({ rows }: Moment, attempt: Attempt): Row {
  const { app } = attempt
  if (attempt.is !== 'create') return rows.find(({ id }) => id === rowId(app, attempt.place))!
  const empty = Object.fromEntries(fields.map((field) => [field, null]))
  const values = { ...empty, ...attempt.values } as Row['values']
  return { id: 'new', app, author: attempt.user, folder: attempt.folder, status: 1, deleted: false, values }
}

function valuesSent(judge: Judge, attempt: Attempt, row: Row): Partial<Row['values']> {
  if (attempt.is === 'create') return attempt.values
  if (attempt.is === 'change') return { [attempt.field]: attempt.value }
  if (attempt.is === 'guess') return { [attempt.field]: row.values[attempt.field] }
  if (attempt.is !== 'return') return {}
  const known = fields.filter((field) => judge.mayField(row.app, field, 'read'))
  return Object.fromEntries(known.map((field) => [field, judge.eyes.value(row, field)]))
}

function deletion({ is }: Attempt): Record<string, unknown> {
  if (is === 'delete') return { __deletedAt: '2026-01-01T00:00:00Z' }
  return is === 'restore' ? { __deletedAt: null } : {}
}

/**
 * Returns the allowed statuses of a refusal; an empty list when the attempt is allowed. If the caller may not know the
 * application, the status is always 404.
 */
function reasonsAgainst(judge: Judge, attempt: Attempt, row: Row, sent: Partial<Row['values']>): number[] {
  const { app } = attempt
  if (!judge.knows(app)) return [404]
  const given = Object.entries(sent)
  const codes = given.map(([code]) => code as Field)
  const isUnknown = codes.some((field) => !judge.mayField(app, field, 'read')) ? [400] : []
  if (attempt.is !== 'create' && !judge.may(row, 'view')) {
    // When the element is not visible, no value of it is shown, so a reference must lead to a visible element.
    return [...isUnknown, ...refersUnseen(judge, row, sent, false), 404]
  }
  const isLocked = given.some(
    ([code, value]) =>
      !isSame(judge, attempt, row, code as Field, value) && !judge.mayField(app, code as Field, 'write', row),
  )
  const mayDo =
    attempt.is === 'create'
      ? judge.may(row, 'create')
      : attempt.is === 'delete' || attempt.is === 'restore'
        ? row.deleted === (attempt.is === 'delete') || judge.may(row, 'delete')
        : judge.may(row, 'edit')
  return [...isUnknown, ...refersUnseen(judge, row, sent, true), ...(mayDo && !isLocked ? [] : [403])]
}

/** Returns `[400]` unless every reference leads to an element that the caller sees, or stays as shown. */
function refersUnseen(judge: Judge, row: Row, { link }: Partial<Row['values']>, isSeen: boolean): number[] {
  if (link === undefined || link === null) return []
  const shown = isSeen ? ((judge.eyes.value(row, 'link') ?? []) as string[]) : []
  const seen = judge.eyes.rows(linkOf[row.app]).map(({ id }) => id)
  return (link as string[]).every((id) => shown.includes(id) || seen.includes(id)) ? [] : [400]
}

/** Returns whether a value needs no right: an unchanged value as shown, or the null that a new element has anyway. */
function isSame(judge: Judge, { is }: Attempt, row: Row, field: Field, value: unknown): boolean {
  return is === 'create' ? value === null : isDeepStrictEqual(judge.eyes.value(row, field), value)
}
