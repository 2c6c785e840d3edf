import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { changed, type Everything, listed, made, startEverything, things } from '../../../../test/everything.ts'

const gone = { __deletedAt: '2026-05-01T00:00:00Z' }

describe('a list by a field without an index', () => {
  let started: Everything
  const ids: string[] = []
  /** Returns the body of a request for live elements with the note "kept" and at least 1 piece, most pieces first. */
  const body = (more: object = {}) => ({
    active: true,
    size: 3,
    filter: { tf: { note: 'kept', pieces: { min: 1 } } },
    sortExpressions: [{ field: 'pieces', ascending: false }],
    ...more,
  })
  const page = async (more: object = {}) => {
    const { items, total } = await listed(started.call, things, body(more))
    return [items.map(({ pieces }) => pieces), total]
  }

  before(async () => {
    started = await startEverything()
    for (const pieces of [1, 2, 3, 4, 5]) {
      ids.push((await made(started.call, things, { title: `T${pieces}`, note: 'kept', pieces })).__id)
    }
  })
  after(() => started[Symbol.asyncDispose]())

  it('returns the same pages again, none past its end, and the same pages with other fields', async () => {
    for (let again = 0; again < 3; again++) {
      assert.deepEqual(await page(), [[5, 4, 3], 5])
      assert.deepEqual(await page({ from: 3 }), [[2, 1], 5])
      assert.deepEqual(await page({ from: 5 }), [[], 5])
      assert.deepEqual(await page({ size: 0 }), [[], 5])
    }
    const { items } = await listed(started.call, things, body({ size: 1, fields: { title: true } }))
    assert.deepEqual(items, [{ __id: ids[4], title: 'T5' }])
  })

  it('returns the same pages when they are requested concurrently', async () => {
    const pages = await Promise.all([0, 1, 2, 3, 4].map((from) => page({ from, size: 1 })))
    assert.deepEqual(
      pages,
      [5, 4, 3, 2, 1].map((pieces) => [[pieces], 5]),
    )
  })

  it('shows every write immediately: created, changed, deleted and restored elements', async () => {
    assert.deepEqual(await page(), [[5, 4, 3], 5])
    await made(started.call, things, { title: 'T6', note: 'kept', pieces: 6 })
    assert.deepEqual(await page(), [[6, 5, 4], 6])
    await changed(started.call, things, ids[0]!, { pieces: 7 })
    assert.deepEqual(await page(), [[7, 6, 5], 6])
    await changed(started.call, things, ids[4]!, { note: 'another' })
    assert.deepEqual(await page(), [[7, 6, 4], 5])
    await changed(started.call, things, ids[3]!, gone)
    assert.deepEqual(await page(), [[7, 6, 3], 4])
    await changed(started.call, things, ids[3]!, { __deletedAt: null })
    assert.deepEqual(await page(), [[7, 6, 4], 5])
    await changed(started.call, things, ids[0]!, { title: 'Renamed' })
    assert.equal((await listed(started.call, things, body({ size: 1 }))).items[0].title, 'Renamed')
  })

  it('is consistent with concurrent writes', async () => {
    const writing = (async () => {
      for (let pieces = 10; pieces < 40; pieces++)
        await made(started.call, things, { title: 'W', note: 'kept', pieces })
    })()
    let before = 0
    for (let turn = 0; turn < 30; turn++) {
      const { items, total } = await listed(started.call, things, body({ size: 100 }))
      assert.equal(items.length, total)
      assert.ok(total >= before)
      before = total
    }
    await writing
    assert.deepEqual(await page({ size: 2 }), [[39, 38], 35])
  })

  it('is recomputed when filters depend on other applications', async () => {
    const part = await made(started.call, '/pub/v1/app/all/parts', { code: 'P1', __name: 'P1' })
    await made(started.call, things, { title: 'X', part: [part.__id], pieces: 1 })
    const byPart = { sortExpressions: [{ field: 'pieces' }], filter: { tf: { 'part.code': 'P2' } } }
    assert.equal((await listed(started.call, things, byPart)).total, 0)
    await changed(started.call, '/pub/v1/app/all/parts', part.__id, { code: 'P2' })
    assert.equal((await listed(started.call, things, byPart)).total, 1)
  })
})
