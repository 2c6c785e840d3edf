import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  assertRefused,
  aUser,
  changed,
  type Everything,
  made,
  parts,
  startEverything,
  things,
} from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { sql } from '../../../foundation/db/sql.ts'

let started: Everything
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

async function historyOf(application: string, id: string): Promise<Body[]> {
  const code = application.split('/').at(-1)
  const { status, body } = await started.call('GET', `/api/v1/elements/all/${code}/${id}/history`)
  assert.equal(status, 200)
  assert.equal(body.result.total, body.result.result.length)
  return body.result.result
}

describe('the history of an element', () => {
  it('begins with the creation: the user, the time, and every given value', async () => {
    const thing = await made(started.call, things, { title: 'Pump', amount: 2 })
    const [first, ...more] = await historyOf(things, thing.__id)
    assert.deepEqual(more, [])
    assert.deepEqual([first.rev, first.action, first.by, first.at], [1, 'create', started.userId, thing.__createdAt])
    const { title, amount, pieces, note } = first.changes
    assert.deepEqual([title, amount, pieces, note], [[null, 'Pump'], [null, 2], [null, 1], undefined])
  })

  it('contains each change with the user, the time, and the values before and after that really differ', async () => {
    const clerk = await aUser(started, { login: 'clerk' })
    const { __id } = await made(started.call, things, { title: 'Pump', amount: 2, note: 'same' })
    const after = await changed(clerk.call, things, __id, { amount: 3, note: 'same', kind: 'small', series: 'B' })
    const [first, second] = await historyOf(things, __id)
    assert.deepEqual([second.rev, second.action, second.by, second.at], [2, 'update', clerk.id, after.__updatedAt])
    assert.deepEqual(second.changes, {
      amount: [2, 3],
      kind: [null, [{ code: 'small', name: 'Small' }]],
      series: [null, 'B'],
      __name: ['Pump', 'Pump B'],
    })
    // The first revision still shows the original values.
    assert.deepEqual([first.changes.amount, first.changes.series], [[null, 2], undefined])
  })

  it('contains changes of the status, deletions and restores', async () => {
    const { __id } = await made(started.call, things, { title: 'x' })
    await started.call('POST', `${things}/${__id}/set-status`, { status: 'review' })
    await changed(started.call, things, __id, { __deletedAt: '2026-05-01T00:00:00Z' })
    await changed(started.call, things, __id, { __deletedAt: null })
    const history = await historyOf(things, __id)
    assert.deepEqual(
      history.map(({ action }) => action),
      ['create', 'set-status', 'delete', 'restore'],
    )
    assert.deepEqual(history[1].changes, { __status: [1, 2] })
    assert.equal(history[2].changes.__deletedAt[0], null)
    assert.ok(history[2].changes.__deletedAt[1].startsWith('2026-05-01T00:00:00'))
    assert.equal(history[3].changes.__deletedAt[1], null)
  })

  it('contains changes of system fields', async () => {
    const { __id } = await made(started.call, parts, { __name: 'a' })
    await changed(started.call, parts, __id, { __name: 'b', __externalId: 'e', __subscribers: [started.userId] })
    const [, second] = await historyOf(parts, __id)
    assert.deepEqual(second.changes, {
      __name: ['a', 'b'],
      __externalId: [null, 'e'],
      __subscribers: [[], [started.userId]],
    })
  })

  it('contains no refused change', async () => {
    const { __id } = await made(started.call, things, { title: 'x' })
    const update = await started.call('POST', `${things}/${__id}/update`, { context: { amount: 'many' } })
    assertRefused(update, 400, 'field.wrong_value', /must be a number/)
    const setStatus = await started.call('POST', `${things}/${__id}/set-status`, { status: 'done' })
    assertRefused(setStatus, 400, 'element.status_not_allowed', /can't follow/)
    assert.equal((await historyOf(things, __id)).length, 1)
  })

  it('is refused when it is larger than an answer may be', async () => {
    const { __id } = await made(started.call, things, { title: 'Often changed' })
    await started.platform.database.single.rows(sql`
      insert into element_history (app, id, rev, at, by, action, changes, digest_after)
      select h.app, h.id, n, h.at, h.by, 'update', jsonb_build_object('note', jsonb_build_array(null, repeat('x', 1048576))),
        h.digest_after
      from element_history h, generate_series(2, 70) n where h.id = ${__id}::uuid`)
    const answer = await started.call('GET', `/api/v1/elements/all/things/${__id}/history`)
    assertRefused(answer, 400, 'query.too_large', /more than 64 MiB/)
  })

  it('of an element or application that does not exist is 404', async () => {
    const id = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'
    const missing = await started.call('GET', `/api/v1/elements/all/things/${id}/history`)
    assertRefused(missing, 404, 'element.not_found', /not found/)
    const unknown = await started.call('GET', `/api/v1/elements/all/nothing/${id}/history`)
    assertRefused(unknown, 404, 'application.not_found', /not found/)
  })
})
