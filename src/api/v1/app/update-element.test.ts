import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  assertRefused,
  aUser,
  changed,
  type Everything,
  found,
  item,
  listed,
  made,
  parts,
  startEverything,
  things,
} from '../../../../test/everything.ts'
import type { Answer, Body } from '../../../../test/platform.ts'

let started: Everything
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

const update = (application: string, id: string, body: unknown, headers = {}): Promise<Answer> =>
  started.call('POST', `${application}/${id}/update`, body, headers)

describe('updating an element', () => {
  it('changes only the given fields and returns the whole element', async () => {
    const thing = await made(started.call, things, { title: 'Pump', series: 'A', amount: 1, note: 'stays' })
    const after = await changed(started.call, things, thing.__id, { amount: 2 })
    assert.deepEqual([after.title, after.note, after.amount], ['Pump', 'stays', 2])
    assert.deepEqual({ ...after, amount: 1 }, { ...thing, __updatedAt: after.__updatedAt, __version: after.__version })
  })

  it('reads the fields from context, from Context, or from the top level', async () => {
    const { __id } = await made(started.call, parts, {})
    assert.equal(item(await update(parts, __id, { context: { code: 'a' } })).code, 'a')
    assert.equal(item(await update(parts, __id, { Context: { code: 'b' } })).code, 'b')
    assert.equal(item(await update(parts, __id, { code: 'c' })).code, 'c')
    assert.equal(item(await update(parts, __id, { context: {}, withEventForceCreate: true })).code, 'c')
  })

  it('clears a field with null, replaces a whole list, and applies no defaults', async () => {
    const given = {
      title: 'x',
      note: 'n',
      colours: ['red', 'green'],
      emails: ['a@b.c'],
      pieces: 7,
      lines: { rows: [{ name: 'a' }] },
    }
    const { __id } = await made(started.call, things, given)
    const after = await changed(started.call, things, __id, {
      note: null,
      colours: ['blue'],
      emails: [],
      pieces: null,
      lines: null,
    })
    assert.deepEqual([after.note, after.emails, after.pieces, after.lines], [null, null, null, null])
    assert.deepEqual(after.colours, [{ code: 'blue', name: 'Blue' }])
  })

  it('may not empty a required field', async () => {
    const { __id } = await made(started.call, things, { title: 'x' })
    for (const title of [null, '']) {
      const answer = await update(things, __id, { context: { title } })
      assertRefused(answer, 400, 'element.required_field', /"title" \(Title\) is required/)
    }
  })

  it('moves the element to the first status of another group, once', async () => {
    const settings = await started.call('GET', `${things}/settings/status`)
    const { id: statusGroupId } = settings.body.groupItems.find((one: Body) => one.code === 'repair')
    const { __id, __status } = await made(started.call, things, { title: 'Pump' })
    for (const title of ['Broken pump', 'Still broken']) {
      const answer = await update(things, __id, { context: { title }, statusGroupId })
      const { __statusCode, __statusHistory } = item(answer)
      assert.deepEqual([__statusCode, __statusHistory.length], ['broken', 2])
    }
    const history = await started.call('GET', `/api/v1/elements/all/things/${__id}/history`)
    const [, first, second] = history.body.result.result
    assert.deepEqual([first.action, first.changes.__status[0]], ['update', __status.status])
    assert.deepEqual(Object.keys(second.changes).sort(), ['__name', 'title'])
    const id = '0b6f7b2e-2f0f-4f5a-9c53-000000000000'
    const unknown = await update(things, __id, { context: { title: 'lost' }, statusGroupId: id })
    assertRefused(unknown, 400, 'element.unknown_status_group', new RegExp(id))
  })

  it('generates the name from the template again; without a template the given name is stored', async () => {
    const thing = await made(started.call, things, { title: 'Pump', series: 'A' })
    assert.equal((await changed(started.call, things, thing.__id, { series: 'B', __name: 'no' })).__name, 'Pump B')
    const part = await made(started.call, parts, { __name: 'Bolt' })
    assert.equal((await changed(started.call, parts, part.__id, { __name: 'Nut' })).__name, 'Nut')
    assert.equal((await changed(started.call, parts, part.__id, { code: 'x' })).__name, 'Nut')
  })

  it('records the user, the time to the second, and both in __updatedAt, __updatedBy and __version', async () => {
    const clerk = await aUser(started, { login: 'clerk' })
    const { __id } = await made(started.call, parts, {})
    const after = await changed(clerk.call, parts, __id, { code: 'x' })
    assert.deepEqual([after.__createdBy, after.__updatedBy], [started.userId, clerk.id])
    assert.equal(after.__version, Date.parse(after.__updatedAt) / 1000)
  })

  it('refuses unknown fields, elements and applications with their names, and changes nothing', async () => {
    const { __id } = await made(started.call, things, { title: 'kept' })
    const unknown = await update(things, __id, { context: { title: 'lost', serie: 'x' } })
    assertRefused(unknown, 400, 'field.unknown', /unknown field "serie"; did you mean "series"\?/)
    assert.equal(item(await started.call('GET', `${things}/${__id}/get`)).title, 'kept')
    for (const id of ['0b6f7b2e-2f0f-4f5a-9c53-0123456789ab', 'x']) {
      assertRefused(await update(things, id, { context: {} }), 404, 'element.not_found', /not found/)
    }
    assertRefused(await update('/pub/v1/app/all/thing', __id, {}), 404, 'application.not_found', /not found/)
  })
})

describe('a whole element that is sent back', () => {
  it('changes what differs, and ignores the rest', async () => {
    const thing = await made(started.call, things, {
      title: 'Read',
      series: 'rmw',
      amount: 1,
      watchers: [started.userId],
    })
    const after = await changed(started.call, things, thing.__id, { ...thing, title: 'Written' })
    assert.deepEqual(
      { ...after, title: 'Read', __name: thing.__name },
      {
        ...thing,
        __updatedAt: after.__updatedAt,
        __version: after.__version,
      },
    )
  })

  it('keeps its references, and refuses an id of another application', async () => {
    const part = await made(started.call, parts, {})
    const about = [{ id: part.__id, code: 'parts', namespace: 'all' }]
    const thing = await made(started.call, things, { title: 'Refers', about })
    for (const code of ['things', 'nothing']) {
      const context = { about: [{ id: part.__id, code, namespace: 'all' }] }
      const answer = await update(things, thing.__id, { context })
      assertRefused(answer, 400, 'element.unknown_reference', new RegExp(`no element of all.${code}`))
    }
    assert.deepEqual((await changed(started.call, things, thing.__id, thing)).about, about)
  })

  it('ignores system fields, zero dates and __status {} of typed clients', async () => {
    const thing = await made(started.call, things, { title: 'Typed' })
    const zero = '0001-01-01T00:00:00Z'
    const typed = {
      __id: '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab',
      __index: 77,
      __version: 1,
      __createdAt: zero,
      __updatedAt: zero,
      __updatedBy: '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab',
      __createdBy: '00000000-0000-0000-0000-000000000000',
      __deletedAt: zero,
      __status: {},
      __statusCode: 'done',
      __statusHistory: [],
      __tasks: [],
      __debug: true,
    }
    const after = await changed(started.call, things, thing.__id, { ...typed, note: 'new' })
    assert.deepEqual({ ...after, note: null, __updatedAt: thing.__updatedAt, __version: thing.__version }, thing)
  })

  it('does not change the status, whether it is the current status or another one', async () => {
    const thing = await made(started.call, things, { title: 'Still' })
    for (const __status of [thing.__status, { order: 2, status: 3 }, null]) {
      assert.equal((await changed(started.call, things, thing.__id, { __status })).__status.status, 1)
    }
  })
})

describe('deletion by __deletedAt', () => {
  const filter = { tf: { code: 'deletion' } }
  const all = async (active?: boolean): Promise<number> =>
    (await listed(started.call, parts, { filter, size: 100, ...(active === undefined ? {} : { active }) })).total

  it('hides the element only from lists with active, and null restores it', async () => {
    const { __id } = await made(started.call, parts, { code: 'deletion' })
    const deleted = await changed(started.call, parts, __id, { __deletedAt: '2026-05-01T12:00:00.7Z' })
    assert.equal(deleted.__deletedAt, '2026-05-01T12:00:00Z')
    assert.deepEqual([await all(), await all(false), await all(true)], [1, 1, 0])
    const empty = { eq: [{ field: '__deletedAt' }, { null: '' }] }
    assert.equal((await listed(started.call, parts, { filter: { and: [filter, empty] } })).total, 0)
    const restored = await changed(started.call, parts, __id, { __deletedAt: null })
    assert.equal(restored.__deletedAt, null)
    assert.deepEqual([await all(), await all(true)], [1, 1])
  })

  it('is ignored for a date of year 1, an empty text and an absent value', async () => {
    const { __id } = await made(started.call, parts, { __deletedAt: '2026-05-01T12:00:00Z' })
    for (const context of [{ __deletedAt: '0001-01-01T00:00:00Z' }, { __deletedAt: '' }, { code: 'x' }] as Body[]) {
      assert.equal((await changed(started.call, parts, __id, context)).__deletedAt, '2026-05-01T12:00:00Z')
    }
  })

  it('keeps references to the element, and filters through them', async () => {
    const part = await made(started.call, parts, { code: 'to be deleted' })
    await made(started.call, things, { title: 'refers', part: [part.__id] })
    await changed(started.call, parts, part.__id, { __deletedAt: '2026-05-01T12:00:00Z' })
    assert.deepEqual(await found(started.call, things, { tf: { part: [part.__id] } }), ['refers'])
  })
})
