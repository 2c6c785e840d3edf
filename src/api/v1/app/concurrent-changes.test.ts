import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  assertRefused,
  changed,
  item,
  listed,
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

const get = async (id: string): Promise<Body> => item(await started.call('GET', `${things}/${id}/get`))
const tagOf = (answer: Answer): string => answer.headers.get('etag') ?? ''

describe('concurrent changes', () => {
  it('of different fields are all kept', async () => {
    const { __id } = await made(started.call, things, { title: 'shared' })
    const contexts: Body[] = [
      ...['title', 'note', 'series', 'sku', 'site'].map((code) => ({ [code]: `${code} changed` })),
      ...['amount', 'pieces'].map((code) => ({ [code]: 42 })),
      { active: false },
      { kind: 'small' },
      { extra: { a: 1 } },
      { __externalId: 'outside' },
    ]
    const many = Array.from({ length: 32 }, (_, n) => contexts[n % contexts.length]!)
    await Promise.all(many.map((context) => changed(started.call, things, __id, context)))
    const after = await get(__id)
    for (const code of ['title', 'note', 'series', 'sku', 'site']) assert.equal(after[code], `${code} changed`)
    assert.deepEqual([after.amount, after.pieces, after.active, after.extra], [42, 42, false, { a: 1 }])
    assert.deepEqual([after.__externalId, after.kind[0].code], ['outside', 'small'])
    const history = await started.call('GET', `/api/v1/elements/all/things/${__id}/history`)
    assert.equal(history.body.result.total, 33)
  })

  it('of a status: exactly one succeeds when the transitions allow only one', async () => {
    const { __id } = await made(started.call, things, { title: 'contested' })
    await started.call('POST', `${things}/${__id}/set-status`, { status: 'review' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        started.call('POST', `${things}/${__id}/set-status`, { status: n % 2 ? 'draft' : 'done' }),
      ),
    )
    assert.ok(answers.every(({ status }) => status === 200 || status === 400))
    const { __statusHistory } = await get(__id)
    // The history is draft → review → the one change that was accepted: nothing follows "done", and "done" cannot
    // follow "draft".
    const path = __statusHistory.map(({ status }: Body) => status)
    assert.ok(
      [
        [1, 2, 1],
        [1, 2, 3],
      ].some((possible) => JSON.stringify(possible) === JSON.stringify(path)),
      String(path),
    )
  })

  it('and creates and deletes leave the totals exact', async () => {
    const before = await listed(started.call, parts, { size: 0, active: true })
    const all = await Promise.all(Array.from({ length: 20 }, () => made(started.call, parts, {})))
    const gone = { __deletedAt: '2026-05-01T00:00:00Z' }
    // Each element is deleted twice at the same time. The second deletion succeeds, too, and must not be counted.
    await Promise.all(
      [...all.slice(0, 8), ...all.slice(0, 8)].map(({ __id }) => changed(started.call, parts, __id, gone)),
    )
    await Promise.all(all.slice(0, 3).map(({ __id }) => changed(started.call, parts, __id, { __deletedAt: null })))
    const after = await listed(started.call, parts, { size: 0, active: true })
    assert.equal(after.total - before.total, 20 - 8 + 3)
  })
})

describe('If-Match', () => {
  const update = (id: string, context: Body, etag: string): Promise<Answer> =>
    started.call('POST', `${things}/${id}/update`, { context }, { 'if-match': etag })

  it('accepts a change based on the newest revision, and returns the next ETag', async () => {
    const { __id } = await made(started.call, things, { title: 'a' })
    const first = tagOf(await started.call('GET', `${things}/${__id}/get`))
    const changedOnce = await update(__id, { title: 'b' }, first)
    assert.equal(item(changedOnce).title, 'b')
    const again = await update(__id, { title: 'c' }, tagOf(changedOnce))
    assert.equal(item(again).title, 'c')
    assert.equal(tagOf(again), tagOf(await started.call('GET', `${things}/${__id}/get`)))
  })

  it('refuses a change based on an older revision with 412, and changes nothing', async () => {
    const { __id } = await made(started.call, things, { title: 'a' })
    const seen = tagOf(await started.call('GET', `${things}/${__id}/get`))
    await changed(started.call, things, __id, { title: 'b' })
    assertRefused(await update(__id, { title: 'c' }, seen), 412, 'element.changed_meanwhile', /changed meanwhile/)
    const path = `${things}/${__id}/set-status`
    const status = await started.call('POST', path, { status: 'review' }, { 'if-match': seen })
    assertRefused(status, 412, 'element.changed_meanwhile', /changed meanwhile/)
    const { title, __statusCode } = await get(__id)
    assert.deepEqual([title, __statusCode], ['b', 'draft'])
  })

  it('accepts * and weak tags, and refuses invalid tags', async () => {
    const { __id } = await made(started.call, things, { title: 'a' })
    const tag = tagOf(await started.call('GET', `${things}/${__id}/get`))
    assert.equal((await update(__id, { title: 'b' }, '*')).status, 200)
    const next = tagOf(await started.call('GET', `${things}/${__id}/get`))
    assert.notEqual(next, tag)
    assert.equal((await update(__id, { title: 'c' }, `W/${next}`)).status, 200)
    assertRefused(await update(__id, { title: 'd' }, '"abc"'), 400, 'input.wrong', /If-Match/)
  })

  it('accepts exactly one of many concurrent changes of the same revision', async () => {
    const { __id } = await made(started.call, things, { title: 'a' })
    const tag = tagOf(await started.call('GET', `${things}/${__id}/get`))
    const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => update(__id, { amount: n }, tag)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(answers.filter(({ status }) => status === 412).length, 15)
  })

  it('for an element that does not exist is 404', async () => {
    const answer = await update('0b6f7b2e-2f0f-4f5a-9c53-0123456789ab', {}, '"1"')
    assertRefused(answer, 404, 'element.not_found', /not found/)
  })
})
