import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  assertDone,
  assertRefused,
  changed,
  made,
  parts,
  startEverything,
  things,
} from '../../../../test/everything.ts'
import type { Answer, Body, TestPlatform } from '../../../../test/platform.ts'

let started: TestPlatform
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

const create = (context: Body, application = things): Promise<Answer> =>
  started.call('POST', `${application}/create`, { context })
const update = (id: string, context: Body): Promise<Answer> =>
  started.call('POST', `${things}/${id}/update`, { context })

function assertTaken(answer: Answer, field: string, holder: string): void {
  const names = field.split(',').map((code) => `"${code}"`)
  assertRefused(answer, 400, 'element.duplicate_key', new RegExp(names.join(' and ')))
  assert.deepEqual([answer.body.field, answer.body.holder], [field, holder])
}

describe('a unique key', () => {
  it('is refused for a second element, and the answer names the field and the element that has the key', async () => {
    const first = await made(started.call, things, { title: 'a', sku: 'S-1' })
    const second = await made(started.call, things, { title: 'b', sku: 'S-2' })
    assertTaken(await create({ title: 'c', sku: 'S-1' }), 'sku', first.__id)
    assertTaken(await update(second.__id, { sku: 'S-1' }), 'sku', first.__id)
    assert.equal((await changed(started.call, things, second.__id, { sku: 'S-2', title: 'same key' })).sku, 'S-2')
  })

  it('of several fields compares them together', async () => {
    const first = await made(started.call, things, { title: 'a', series: 'X', amount: 1 })
    const second = await made(started.call, things, { title: 'b', series: 'X', amount: 2 })
    assertTaken(await create({ title: 'c', series: 'X', amount: 1 }), 'amount,series', first.__id)
    assertTaken(await update(second.__id, { amount: 1 }), 'amount,series', first.__id)
    assertDone(await create({ title: 'd', series: 'Y', amount: 1 }))
  })

  it('with an empty part is not checked', async () => {
    for (const context of [{ sku: '' }, { sku: null }, { series: 'X' }, { series: '', amount: 7 }]) {
      assertDone(await create({ title: 'a', ...context }))
      assertDone(await create({ title: 'b', ...context }))
    }
  })

  it('is free again when its element is deleted, changed or cleared', async () => {
    const { __id } = await made(started.call, things, { title: 'a', sku: 'F-1' })
    await changed(started.call, things, __id, { sku: 'F-2' })
    assertDone(await create({ title: 'b', sku: 'F-1' }))
    await changed(started.call, things, __id, { sku: null })
    assertDone(await create({ title: 'c', sku: 'F-2' }))
    await changed(started.call, things, __id, { sku: 'F-3' })
    await changed(started.call, things, __id, { __deletedAt: '2026-05-01T00:00:00Z' })
    assertDone(await create({ title: 'd', sku: 'F-3' }))
  })

  it('that was taken meanwhile prevents its former element from being restored', async () => {
    const deleted = await made(started.call, things, { title: 'a', sku: 'R-1' })
    await changed(started.call, things, deleted.__id, { __deletedAt: '2026-05-01T00:00:00Z' })
    const holder = await made(started.call, things, { title: 'b', sku: 'R-1' })
    assertTaken(await update(deleted.__id, { __deletedAt: null }), 'sku', holder.__id)
    const restored = await changed(started.call, things, deleted.__id, { __deletedAt: null, sku: 'R-2' })
    assert.deepEqual([restored.__deletedAt, restored.sku], [null, 'R-2'])
    assertTaken(await create({ title: 'c', sku: 'R-2' }), 'sku', deleted.__id)
  })

  it('may be used by elements that are created as deleted', async () => {
    const gone = { title: 'a', sku: 'D-1', __deletedAt: '2026-05-01T00:00:00Z' }
    assertDone(await create(gone))
    assertDone(await create(gone))
    assertDone(await create({ title: 'b', sku: 'D-1' }))
  })

  it('is __externalId in every application', async () => {
    const first = await made(started.call, parts, { __externalId: 'E-1' })
    assertTaken(await create({ __externalId: 'E-1' }, parts), '__externalId', first.__id)
    assertDone(await create({ title: 'a', __externalId: 'E-1' }))
    for (const __externalId of ['', null]) {
      assertDone(await create({ __externalId }, parts))
      assertDone(await create({ __externalId }, parts))
    }
  })

  it('is given to exactly one of many concurrent creates', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => create({ title: `racer ${n}`, sku: 'RACE', series: 'R', amount: n })),
    )
    const winners = answers.filter(({ status }) => status === 200)
    assert.equal(winners.length, 1)
    for (const answer of answers) {
      if (answer.status !== 200) assertTaken(answer, 'sku', winners[0]!.body.item.__id)
    }
  })

  it('is given to exactly one of many concurrent updates', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, (_, n) => made(started.call, things, { title: `c ${n}` })))
    const answers = await Promise.all(all.map(({ __id }) => update(__id, { sku: 'CHANGE-RACE' })))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(answers.filter(({ body }) => body.code === 'element.duplicate_key').length, 11)
  })
})
