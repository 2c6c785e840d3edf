import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  assertDone,
  assertRefused,
  changed,
  item,
  listed,
  made,
  parts,
  startEverything,
  things,
} from '../../../../test/everything.ts'
import type { Body, TestPlatform } from '../../../../test/platform.ts'

let started: TestPlatform
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

const nobody = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'
const list = (body: unknown, application = parts) => listed(started.call, application, body)
const gone = { __deletedAt: '2026-05-01T00:00:00Z' }

describe('pages of a list', () => {
  const count = 457
  before(async () => {
    for (let made_ = 0; made_ < count; made_ += 50) {
      const some = Array.from({ length: Math.min(50, count - made_) }, (_, n) => made_ + n)
      await Promise.all(some.map((n) => made(started.call, parts, { code: 'paged', weight: n })))
    }
  })
  const paged = { filter: { tf: { code: 'paged' } } }

  it('fetched in parallel by 100 without a sort key contain everything once, newest first', async () => {
    for (const active of [true, false]) {
      const froms = [0, 100, 200, 300, 400, 500]
      const pages = await Promise.all(froms.map((from) => list({ from, size: 100, active })))
      assert.deepEqual(
        pages.map(({ items }) => items.length),
        [100, 100, 100, 100, 57, 0],
      )
      assert.ok(pages.every(({ total }) => total === count))
      const all = pages.flatMap(({ items }) => items)
      assert.equal(new Set(all.map(({ __id }) => __id)).size, count)
      const created = all.map(({ __createdAt }) => __createdAt)
      assert.deepEqual(created, created.toSorted().reverse())
    }
  })

  it('are stable when the sort key is equal for all rows', async () => {
    const sorted = { ...paged, size: 100, sortExpressions: [{ field: 'code', ascending: true }] }
    const pages = await Promise.all([0, 100, 200, 300, 400].map((from) => list({ ...sorted, from })))
    assert.equal(new Set(pages.flatMap(({ items }) => items.map(({ __id }) => __id))).size, count)
  })

  it('of a loop end with an empty page, which is 200 with the right total', async () => {
    let seen = 0
    for (let from = 0; ; from += 100) {
      const { items, total } = await list({ from, size: 100 })
      assert.equal(total, count)
      if (items.length === 0) break
      seen += items.length
    }
    assert.equal(seen, count)
    for (const filter of [undefined, paged.filter]) {
      const past = await list({ from: 10_000, size: 10, filter })
      assert.deepEqual(past, { items: [], total: count })
    }
  })

  it('have 10 rows by default, never none, and at size 0 no rows with the right total', async () => {
    for (const body of [undefined, {}, { size: null }]) {
      const { items, total } = await list(body)
      assert.deepEqual([items.length, total], [10, count])
    }
    assert.deepEqual(await list({ size: 0 }), { items: [], total: count })
    assert.deepEqual(await list({ size: 0, ...paged }), { items: [], total: count })
    assert.deepEqual(await list({ size: 0, from: 5, filter: { tf: { weight: { max: 9 } } } }), { items: [], total: 10 })
  })

  it('may have up to 10000 rows', async () => {
    assert.equal((await list({ size: 10_000 })).items.length, count)
    for (const body of [{ size: 10_001 }, { size: -1.5 }, { size: 1.5 }, { from: -1 }]) {
      const answer = await started.call('POST', `${parts}/list`, body)
      assertRefused(answer, 400, 'query.wrong_list', /must be a whole number from 0 to/)
    }
  })

  it('have an exact total with a filter, on a full page and on the last one', async () => {
    const filter = { tf: { weight: { min: 100, max: 199 } } }
    for (const page of [
      { size: 10 },
      { size: 100 },
      { size: 1000 },
      { size: 60, from: 60 },
      { size: 10, from: 5000 },
    ]) {
      assert.equal((await list({ filter, ...page })).total, 100)
    }
  })
})

describe('totals', () => {
  const filter = { tf: { code: 'counted' } }
  const totals = async (): Promise<number[]> => {
    const all = [{}, { active: true }, { filter }, { filter, active: true }].map((body) => list({ ...body, size: 0 }))
    const paged = [
      { filter, size: 1 },
      { filter, active: true, size: 1 },
    ].map((body) => list(body))
    return (await Promise.all([...all, ...paged])).map(({ total }) => total)
  }

  it('show creates, deletes and restores immediately, with a filter and without', async () => {
    const [all = 0, live = 0] = await totals()
    const first = await made(started.call, parts, { code: 'counted' })
    await made(started.call, parts, { code: 'counted' })
    assert.deepEqual(await totals(), [all + 2, live + 2, 2, 2, 2, 2])
    await changed(started.call, parts, first.__id, gone)
    assert.deepEqual(await totals(), [all + 2, live + 1, 2, 1, 2, 1])
    await changed(started.call, parts, first.__id, gone)
    assert.deepEqual(await totals(), [all + 2, live + 1, 2, 1, 2, 1])
    await changed(started.call, parts, first.__id, { __deletedAt: null })
    assert.deepEqual(await totals(), [all + 2, live + 2, 2, 2, 2, 2])
    await changed(started.call, parts, first.__id, { code: 'another' })
    assert.deepEqual(await totals(), [all + 2, live + 2, 1, 1, 1, 1])
    await made(started.call, parts, { code: 'counted', ...gone })
    assert.deepEqual(await totals(), [all + 3, live + 2, 2, 1, 2, 1])
  })

  it('of a filter through a reference follow the referenced element', async () => {
    const part = await made(started.call, parts, { code: 'before' })
    await made(started.call, things, { title: 'x', part: [part.__id] })
    const through = { size: 0, filter: { tf: { 'part.code': 'after' } } }
    assert.equal((await list(through, things)).total, 0)
    await changed(started.call, parts, part.__id, { code: 'after' })
    assert.equal((await list(through, things)).total, 1)
  })
})

describe('a list is filtered', () => {
  it('by ids: an empty list restricts nothing, an unknown id matches nothing', async () => {
    const [a, b] = [await made(started.call, parts, {}), await made(started.call, parts, {})]
    const { items, total } = await list({ ids: [a.__id, b.__id.toUpperCase(), nobody] })
    assert.deepEqual([items.map(({ __id }) => __id).sort(), total], [[a.__id, b.__id].sort(), 2])
    assert.deepEqual(await list({ ids: [nobody] }), { items: [], total: 0 })
    assert.equal((await list({ ids: [] })).total, (await list({})).total)
    assert.equal((await list({ ids: [a.__id], filter: { tf: { code: 'paged' } } })).total, 0)
    assertRefused(
      await started.call('POST', `${parts}/list`, { ids: ['x'] }),
      400,
      'query.wrong_list',
      /"ids": entry 1/,
    )
  })

  it('by active: absent or false includes deleted elements', async () => {
    const { __id } = await made(started.call, parts, gone)
    for (const [active, total] of [
      [undefined, 1],
      [false, 1],
      [null, 1],
      [true, 0],
    ] as const) {
      assert.equal((await list({ ids: [__id], active })).total, total)
    }
  })

  it('by statusCode and statusGroupId', async () => {
    const { body } = await started.call('GET', `${things}/settings/status`)
    const [main, repair] = body.groupItems.map(({ id }: Body) => id)
    const draft = await made(started.call, things, { title: 'status draft' })
    await made(started.call, things, { title: 'status review' })
    const review = (await list({ size: 1 }, things)).items[0]
    item(await started.call('POST', `${things}/${review.__id}/set-status`, { status: 'review' }))
    await made(started.call, things, { title: 'status broken' }, { statusGroupId: repair })
    const filter = { tf: { title: 'status ' } }
    const by = async (more: object): Promise<string[]> =>
      (await list({ filter, ...more }, things)).items.map(({ __statusCode }) => __statusCode).sort()
    assert.deepEqual(await by({ statusCode: ['draft'] }), ['draft'])
    assert.deepEqual(await by({ statusCode: ['draft', 'broken'] }), ['broken', 'draft'])
    assert.deepEqual(await by({ statusCode: [] }), ['broken', 'draft', 'review'])
    assert.deepEqual(await by({ statusGroupId: main }), ['draft', 'review'])
    assert.deepEqual(await by({ statusGroupId: repair }), ['broken'])
    assert.deepEqual(await by({ statusGroupId: main, statusCode: ['broken'] }), [])
    assert.deepEqual((await list({ ids: [draft.__id], statusCode: ['review'] }, things)).total, 0)
  })

  it('and refused for an unknown status or group', async () => {
    const ask = (body: object) => started.call('POST', `${things}/list`, body)
    const code = await ask({ statusCode: ['draaft'] })
    assertRefused(code, 400, 'element.unknown_status', /"draaft"; did you mean "draft"\?/)
    assertRefused(await ask({ statusGroupId: nobody }), 400, 'element.unknown_status_group', new RegExp(nobody))
    assertRefused(await ask({ statusGroupId: 'x' }), 400, 'query.wrong_list', /"statusGroupId" must be an id/)
  })

  it('and refused with a suggestion for an unknown application', async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await started.call(method, '/pub/v1/app/all/part/list')
      assertRefused(answer, 404, 'application.not_found', /"all\.part" not found; did you mean "all\.parts"\?/)
    }
  })
})

describe('a list is sorted', () => {
  const filter = { tf: { note: 'sorted' } }
  before(async () => {
    const rows: Body[] = [
      { title: 'ель', amount: 2, due: '2026-03-01', kind: 'small', person: { lastname: 'B' } },
      { title: 'ёж', amount: 1, due: '2026-01-01', kind: 'large', person: { lastname: 'A' } },
      { title: 'Енот', amount: 10, due: '2026-02-01', kind: 'small' },
      { title: 'жук', kind: null },
    ]
    for (const row of rows) await made(started.call, things, { note: 'sorted', ...row })
  })
  const titles = async (...sortExpressions: object[]): Promise<string[]> =>
    (await list({ filter, sortExpressions }, things)).items.map(({ title }) => title)

  it('by numbers, times and names, in both directions, empty values last or first', async () => {
    assert.deepEqual(await titles({ field: 'amount', ascending: true }), ['ёж', 'ель', 'Енот', 'жук'])
    assert.deepEqual(await titles({ field: 'amount', ascending: false }), ['жук', 'Енот', 'ель', 'ёж'])
    assert.deepEqual(await titles({ field: 'due', ascending: true }), ['ёж', 'Енот', 'ель', 'жук'])
    assert.deepEqual(await titles({ field: 'person', ascending: true }), ['ёж', 'ель', 'Енот', 'жук'])
    assert.deepEqual(await titles({ field: 'person', ascending: false }), ['жук', 'Енот', 'ель', 'ёж'])
    assert.deepEqual(await titles({ field: '__index', ascending: true }), ['ель', 'ёж', 'Енот', 'жук'])
  })

  it('by texts as people expect: ё next to е, capitals next to small letters', async () => {
    assert.deepEqual(await titles({ field: 'title', ascending: true }), ['ёж', 'ель', 'Енот', 'жук'])
    assert.deepEqual(await titles({ field: '__name', ascending: false }), ['жук', 'Енот', 'ель', 'ёж'])
  })

  it('by several keys, the most significant first', async () => {
    const keys = [
      { field: 'kind', ascending: false },
      { field: 'amount', ascending: false },
    ]
    assert.deepEqual(await titles(...keys), ['жук', 'Енот', 'ель', 'ёж'])
  })

  it('by keys in the spelling of reports too, and newest first without keys', async () => {
    assert.deepEqual(await titles({ column: 'amount', ascend: true }), ['ёж', 'ель', 'Енот', 'жук'])
    assert.deepEqual(await titles({ column: 'amount', ascend: false }), ['жук', 'Енот', 'ель', 'ёж'])
    assert.deepEqual(await titles(), ['жук', 'Енот', 'ёж', 'ель'])
  })

  it('and refused for an unknown field, a field without an order, and invalid keys', async () => {
    const ask = (sortExpressions: unknown) => started.call('POST', `${things}/list`, { sortExpressions })
    const unknown = await ask([{ field: 'amout', ascending: true }])
    assertRefused(unknown, 400, 'query.unknown_field', /"amout"; did you mean "amount"\?/)
    assertRefused(await ask([{ field: 'extra', ascending: true }]), 400, 'query.wrong_sort', /"extra"/)
    assertRefused(await ask([{ ascending: true }]), 400, 'query.wrong_sort', /"sortExpressions"/)
    assertRefused(
      await ask([{ field: 'amount', ascending: 'up' }]),
      400,
      'input.wrong',
      /\.ascending" must be a boolean/,
    )
  })
})

describe('GET of a list', () => {
  it('returns the same as a POST with the same body', async () => {
    const body = { size: 3, from: 2, active: true, filter: { tf: { code: 'paged' } }, fields: { weight: true } }
    const answer = await started.call('GET', `${parts}/list?query=${encodeURIComponent(JSON.stringify(body))}`)
    assertDone(answer)
    const { items, total } = await list(body)
    assert.deepEqual(answer.body.result, { result: items, total })
  })
})
