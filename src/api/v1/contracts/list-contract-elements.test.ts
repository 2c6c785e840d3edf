import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertRefused, listed, made } from '../../../../test/everything.ts'
import type { Body, TestPlatform } from '../../../../test/platform.ts'
import { deals, documents, letters, oneOfEach, orders, startPost } from './contracts.fixture.ts'

describe('the list of a contract', () => {
  let started: TestPlatform
  let first: Body[]
  before(async () => {
    started = await startPost()
    first = await oneOfEach(started.call, ['B-1', 'C-1', 'A-1'])
    await oneOfEach(started.call, ['B-2', 'C-2', 'A-2'])
  })
  after(() => started[Symbol.asyncDispose]())

  const numbers = async (body: object): Promise<string> => {
    const { items } = await listed(started.call, documents, body)
    return items.map(({ number }) => number).join(' ')
  }

  it('contains the elements of all applications, newest first, in the fields of the contract', async () => {
    const { items, total } = await listed(started.call, documents)
    assert.deepEqual([items.map(({ number }) => number), total], [['A-2', 'C-2', 'B-2', 'A-1', 'C-1', 'B-1'], 6])
    const [letter, order] = [items.at(-1), items.at(-2)]
    const { __id, __sourceRef, __name: _, __statusCode, __status, ...fields } = letter
    assert.equal(__id, first[0].__id)
    assert.deepEqual(__sourceRef, { namespace: 'post', code: 'letters', id: __id })
    assert.deepEqual([__statusCode, __status], ['draft', { order: 0, status: 1 }])
    const own = Object.entries(fields).filter(([code]) => !code.startsWith('__'))
    assert.deepEqual(Object.fromEntries(own), {
      number: 'B-1',
      date: '2026-05-01T00:00:00Z',
      kind: [{ code: 'letter', name: 'Letter' }],
      sheets: 3,
      author: null,
    })
    assert.deepEqual(
      [order.date, order.kind, order.__status],
      ['2026-04-01T00:00:00Z', [{ code: 'order', name: 'Order' }], null],
    )
  })

  it('is sorted by a field over all applications, in both directions, page by page', async () => {
    const by = (field: string, ascending: boolean) => ({ sortExpressions: [{ field, ascending }] })
    assert.equal(await numbers(by('number', true)), 'A-1 A-2 B-1 B-2 C-1 C-2')
    assert.equal(await numbers(by('number', false)), 'C-2 C-1 B-2 B-1 A-2 A-1')
    assert.equal(await numbers(by('sheets', true)), 'C-1 C-2 B-1 B-2 A-1 A-2')
    const pages = await Promise.all([0, 2, 4, 6].map((from) => numbers({ ...by('number', true), from, size: 2 })))
    assert.deepEqual(pages, ['A-1 A-2', 'B-1 B-2', 'C-1 C-2', ''])
    const { items, total } = await listed(started.call, documents, { size: 0 })
    assert.deepEqual([items, total], [[], 6])
  })

  it('is sorted anew after every change of an element of any application', async () => {
    const bySheets = { sortExpressions: [{ field: 'sheets', ascending: true }], size: 4 }
    const both = async (): Promise<string[]> => [await numbers(bySheets), await numbers({ ...bySheets, from: 4 })]
    const before = ['C-1 C-2 B-1 B-2', 'A-1 A-2']
    assert.deepEqual([await both(), await both()], [before, before])
    const change = async (sheets: number): Promise<void> => {
      const path = `${documents}/${first[0].__id}/update`
      assert.equal((await started.call('POST', path, { context: { sheets } })).status, 200)
    }
    await change(100)
    const after = ['C-1 C-2 B-2 A-1', 'A-2 B-1']
    assert.deepEqual([await both(), await both()], [after, after])
    assert.deepEqual(await listed(started.call, documents, { ...bySheets, filter: { tf: { number: 'none' } } }), {
      items: [],
      total: 0,
    })
    await change(3)
    assert.deepEqual(await both(), before)
  })

  it('is filtered by every form of filter, with the right total', async () => {
    assert.equal(await numbers({ filter: { tf: { number: '-1' } } }), 'A-1 C-1 B-1')
    assert.equal(await numbers({ filter: { tf: { kind: 'deal' } } }), 'A-2 A-1')
    assert.equal(await numbers({ filter: { tf: { sheets: { min: 2, max: 3 } } } }), 'B-2 B-1')
    assert.equal(
      await numbers({ filter: { eql: { query: "[date] > Datetime(2026,4,15) and not [kind] in ('deal')" } } }),
      'B-2 B-1',
    )
    assert.equal(await numbers({ filter: { eq: [{ field: 'number' }, { const: 'C-2' }] } }), 'C-2')
    assert.equal(await numbers({ filter: { eql: { query: "[__statusCode] = 'registered'" } } }), 'A-2 A-1')
    assert.equal(
      await numbers({ filter: { eql: { query: '[__id] in (select [__id] from [post.orders] where [pages] = 1)' } } }),
      'C-2 C-1',
    )
    assert.equal(await numbers({ ids: [first[0].__id, first[2].__id] }), 'A-1 B-1')
    const { total } = await listed(started.call, documents, { filter: { tf: { number: '-1' } }, size: 1 })
    assert.equal(total, 3)
  })

  it('is filtered by the application and by the element that a row is', async () => {
    const id = first[1].__id
    assert.equal(await numbers({ filter: { eql: { query: "[__sourceRef] = Refitem('post', 'orders')" } } }), 'C-2 C-1')
    assert.equal(await numbers({ filter: { tf: { __sourceRef: { namespace: 'post', code: 'orders', id } } } }), 'C-1')
    assert.equal(await numbers({ filter: { tf: { __sourceRef: { namespace: 'law', code: 'deals', id } } } }), '')
  })

  it('leaves out deleted elements with `active`, and counts each application exactly', async () => {
    await made(started.call, deals, { code: 'X', __deletedAt: '2026-01-01T00:00:00Z' })
    assert.equal((await listed(started.call, documents, { size: 2 })).total, 7)
    assert.equal((await listed(started.call, documents, { size: 2, active: true })).total, 6)
    const extra = await made(started.call, letters, { number: 'Z', received: '2026-01-01' })
    assert.equal((await listed(started.call, documents, { size: 2, active: true })).total, 7)
    assert.equal(
      (await listed(started.call, documents, { size: 2, active: true, filter: { tf: { number: 'Z' } } })).total,
      1,
    )
    await started.call('POST', `${letters}/${extra.__id}/update`, { context: { __deletedAt: '2026-01-01T00:00:00Z' } })
    assert.equal(
      (await listed(started.call, documents, { size: 2, active: true, filter: { tf: { number: 'Z' } } })).total,
      0,
    )
  })

  it('accepts `fields`, and loads what a field refers to', async () => {
    const userId = await started.platform.context.people.administrator()
    await made(started.call, orders, { no: 'U-1', signer: [userId] })
    const body = { filter: { tf: { number: 'U-1' } }, fields: { number: true, author: { login: true } } }
    const { items } = await listed(started.call, documents, body)
    assert.deepEqual(Object.keys(items[0]).sort(), ['__id', 'author', 'number'])
    assert.equal(items[0].author[0].login, 'admin')
  })

  it('can be requested by GET', async () => {
    const query = encodeURIComponent(JSON.stringify({ size: 1, filter: { tf: { number: 'A-1' } } }))
    const { body } = await started.call('GET', `${documents}/list?query=${query}`)
    assert.deepEqual([body.result.total, body.result.result[0].number], [1, 'A-1'])
  })

  it('refuses what does not exist in the contract, even if it exists in an application', async () => {
    const refused = async (body: object, code: string, sentence: RegExp) =>
      assertRefused(await started.call('POST', `${documents}/list`, body), 400, code, sentence)
    await refused({ filter: { tf: { numbr: 'x' } } }, 'query.unknown_field', /did you mean "number"/)
    await refused({ filter: { tf: { secret: 'x' } } }, 'query.unknown_field', /secret/)
    await refused({ sortExpressions: [{ field: 'received' }] }, 'query.unknown_field', /received/)
    await refused({ filter: { tf: { kind: 'unheard' } } }, 'field.wrong_criterion', /has no value "unheard"/)
    await refused({ size: -1.5 }, 'query.wrong_list', /size/)
    const missing = await started.call('POST', '/pub/v1/contracts/post/documnts/list')
    assertRefused(missing, 404, 'contract.not_found', /did you mean "post.documents"/)
  })
})
