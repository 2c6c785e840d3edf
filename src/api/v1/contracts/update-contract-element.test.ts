import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, item } from '../../../../test/everything.ts'
import type { Body, TestPlatform } from '../../../../test/platform.ts'
import { deals, documents, oneOfEach, orders, startPost } from './contracts.fixture.ts'

describe('an update through a contract', () => {
  let started: TestPlatform
  let first: Body[]
  before(async () => {
    started = await startPost()
    first = await oneOfEach(started.call, ['B-1', 'C-1', 'A-1'])
  })
  after(() => started[Symbol.asyncDispose]())

  const update = (id: string, context: Body, headers = {}) =>
    started.call('POST', `${documents}/${id}/update`, { context }, headers)

  it('changes the element in its application, with its history, and answers in the fields of the contract', async () => {
    const [, order] = first
    const answer = await update(order.__id, { number: 'C-9', sheets: 7, kind: 'order' })
    const changed = item(answer)
    assert.deepEqual([changed.number, changed.sheets, changed.__sourceRef.code], ['C-9', 7, 'orders'])
    assert.equal(answer.headers.get('etag'), '"2"')
    const original = item(await started.call('GET', `${orders}/${order.__id}/get`))
    assert.deepEqual([original.no, original.pages, original.day], ['C-9', 7, '2026-04-01T00:00:00Z'])
    const history = await started.call('GET', `/api/v1/elements/post/orders/${order.__id}/history`)
    assertDone(history)
    const changes = history.body.result.result.map((one: Body) => Object.keys(one.changes))
    assert.ok(changes.some((codes: string[]) => codes.includes('no') && codes.includes('pages')))
  })

  it('accepts the whole element as it was read, and a change of its name', async () => {
    const [, , deal] = first
    const read = item(await started.call('GET', `${documents}/${deal.__id}/get`))
    const renamed = item(await update(deal.__id, { ...read, __name: 'The deal', number: 'A-7' }))
    assert.deepEqual([renamed.__name, renamed.number], ['The deal', 'A-7'])
    assert.equal(item(await started.call('GET', `${deals}/${deal.__id}/get`)).__name, 'The deal')
  })

  it('is refused with If-Match when the element has changed since', async () => {
    const [letter] = first
    assertDone(await update(letter.__id, { sheets: 4 }, { 'if-match': '"1"' }))
    const late = await update(letter.__id, { sheets: 5 }, { 'if-match': '"1"' })
    assertRefused(late, 412, 'element.changed_meanwhile', /revision 2/)
  })

  it('is refused for fields that the contract does not have, and for values that the application refuses', async () => {
    const [letter, order] = first
    const refused = async (id: string, context: Body, code: string, field: string, sentence: RegExp) => {
      const answer = await update(id, context)
      assertRefused(answer, 400, code, sentence)
      assert.equal(answer.body.field, field)
    }
    await refused(order.__id, { secret: 'x' }, 'field.unknown', 'secret', /unknown field "secret"/)
    await refused(order.__id, { pages: 1 }, 'field.unknown', 'pages', /unknown field "pages"/)
    await refused(order.__id, { sheets: 'many' }, 'field.wrong_value', 'sheets', /"sheets": must be a number/)
    await refused(
      order.__id,
      { number: 'far too long' },
      'field.wrong_value',
      'number',
      /"number" is "no" of post.orders: .*at most 10/,
    )
    await refused(
      order.__id,
      { kind: 'deal' },
      'field.wrong_value',
      'kind',
      /"kind" is "sort" of post.orders: .*has no value "deal"/,
    )
    const { body } = await update(order.__id, { number: 'far too long', kind: 'deal' })
    assert.deepEqual(
      body.problems.map(({ field, message }: Body) => [field, /^"\w+" is "(\w+)" of post\.orders/.exec(message)?.[1]]),
      [
        ['number', 'no'],
        ['kind', 'sort'],
      ],
    )
    await refused(
      letter.__id,
      { date: null },
      'element.required_field',
      'date',
      /"date" is "received" of post.letters: .*required/,
    )
    assert.equal(item(await started.call('GET', `${documents}/${order.__id}/get`)).number, 'C-9')
  })

  it('deletes and restores the element, as in its application', async () => {
    const [, order] = first
    assert.equal(
      item(await update(order.__id, { __deletedAt: '2026-02-03T00:00:00Z' })).__deletedAt,
      '2026-02-03T00:00:00Z',
    )
    assert.equal(item(await update(order.__id, { __deletedAt: null })).__deletedAt, null)
  })
})
