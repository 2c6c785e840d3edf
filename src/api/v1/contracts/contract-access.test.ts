import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser, item, listed, made } from '../../../../test/everything.ts'
import type { Body, Call, TestPlatform } from '../../../../test/platform.ts'
import { groupIdOf } from '../../../people/index.ts'
import {
  applied,
  deals,
  documents,
  documentsFile,
  letters,
  oneOfEach,
  orders,
  postFiles,
  startPost,
} from './contracts.fixture.ts'

const withAccess = (application: string, access: string) =>
  `${postFiles[`namespaces/${application}.yaml`]}access:\n${access}`

const restricted = {
  // Only clerks can read and write the numbers of orders.
  'namespaces/post/apps/orders.yaml': withAccess(
    'post/apps/orders',
    '  fields: [{ fields: [no], to: [post.clerks], may: [write] }]\n',
  ),
  // Everyone can see complaints. Clerks can see and change all letters.
  'namespaces/post/apps/letters.yaml': withAccess(
    'post/apps/letters',
    `  elements:
    - { to: [post.clerks], may: [edit, create, delete] }
    - { to: [everyone], may: [view], where: "[kind] in ('complaint')" }
`,
  ),
  // Deals are visible to clerks only.
  'namespaces/law/apps/deals.yaml': withAccess('law/apps/deals', '  visibleTo: [post.clerks]\n'),
  // A contract with the same sources. Authors see their own elements; clerks change elements with fewer than ten
  // sheets.
  'namespaces/post/contracts/narrow.yaml': `${documentsFile}access:
  elements:
    - { to: [author], may: [view] }
    - { to: [$author], may: [view] }
    - { to: [post.clerks], may: [edit, create], where: "[sheets] < 10" }
`,
  'namespaces/post/contracts/closed.yaml': `${documentsFile}access: { visibleTo: [post.clerks] }\n`,
  // A contract over deals only, which are visible to clerks only.
  'namespaces/post/contracts/of_deals.yaml': `name: Deals as documents
fields:
  - { code: number, type: string }
sources:
  - { application: law.deals, fields: { number: code } }
`,
}

describe('access to a contract', () => {
  let started: TestPlatform
  let user: { id: string; call: Call }
  let clerk: { id: string; call: Call }
  let first: Body[]
  const narrow = '/pub/v1/contracts/post/narrow'

  before(async () => {
    started = await startPost(restricted)
    first = await oneOfEach(started.call, ['B-1', 'C-1', 'A-1'])
    user = await aUser(started, { login: 'user' })
    clerk = await aUser(started, { login: 'clerk' })
    assertDone(await started.call('POST', `/pub/v1/scheme/groups/${groupIdOf('post', 'clerks')}/add-items`, [clerk.id]))
    await made(started.call, letters, { number: 'B-2', received: '2026-01-01', kind: 'complaint', sheets: 50 })
  })
  after(() => started[Symbol.asyncDispose]())

  const numbers = async (call: Call, body: object = {}, contract = documents) => {
    const { items, total } = await listed(call, contract, body)
    assert.equal(total, items.length)
    return items.map(({ number }) => number).join(' ')
  }

  it('follows the rules of each application: rows, whole applications and fields', async () => {
    assert.equal(await numbers(started.call), 'B-2 A-1 C-1 B-1')
    assert.equal(await numbers(clerk.call), 'B-2 A-1 C-1 B-1')
    const { items, total } = await listed(user.call, documents)
    assert.deepEqual([items.map(({ number }) => number), total], [['B-2', null], 2])
    assert.equal(items[1].__sourceRef.code, 'orders')
  })

  it('gives no way to find out a value that the caller may not read', async () => {
    assert.equal(await numbers(user.call, { filter: { tf: { number: 'C' } } }), '')
    assert.equal(await numbers(user.call, { filter: { eql: { query: "[number] = 'C-1'" } } }), '')
    assert.equal((await listed(user.call, documents, { filter: { eql: { query: '[number] is null' } } })).total, 1)
    const sorted = await listed(user.call, documents, { sortExpressions: [{ field: 'number', ascending: true }] })
    assert.deepEqual(
      sorted.items.map(({ number }) => number),
      ['B-2', null],
    )
    for (const { __id } of [first[0], first[2]]) {
      assertRefused(await user.call('GET', `${documents}/${__id}/get`), 404, 'element.not_found', /not found/)
      const answer = await user.call('POST', `${documents}/${__id}/update`, { context: { sheets: 1 } })
      assertRefused(answer, 404, 'element.not_found', /not found/)
    }
  })

  it('does not let a field be written that the caller may not read, and keeps it when its null is sent back', async () => {
    const id = first[1].__id
    const write = (context: Body) => user.call('POST', `${documents}/${id}/update`, { context })
    assertRefused(await write({ number: 'X' }), 403, 'auth.not_allowed', /you may not change "number"/)
    assert.equal(item(await write({ number: null, sheets: 2 })).sheets, 2)
    assert.equal(item(await started.call('GET', `${orders}/${id}/get`)).no, 'C-1')
  })

  it('needs the right to change the element in its application', async () => {
    const complaint = (await listed(user.call, documents)).items[0]
    const denied = await user.call('POST', `${documents}/${complaint.__id}/update`, { context: { sheets: 1 } })
    assertRefused(denied, 403, 'auth.not_allowed', /you may not edit this element of post\.letters/)
    const context = { number: 'N', date: '2026-01-01', kind: 'complaint' }
    const created = await user.call('POST', `${documents}/create`, { context })
    assertRefused(created, 403, 'auth.not_allowed', /you may not create such an element in post\.letters/)
    assertDone(await clerk.call('POST', `${documents}/${complaint.__id}/update`, { context: { sheets: 50 } }))
  })

  it('can be narrower than that of the applications: to see, to change and to create', async () => {
    assert.equal(await numbers(user.call, {}, narrow), '')
    assert.equal(await numbers(clerk.call, {}, narrow), 'C-1 B-1')
    const thick = { number: 'T', date: '2026-01-01', sheets: 11 }
    assertRefused(
      await clerk.call('POST', `${narrow}/create`, { context: thick }),
      403,
      'auth.not_allowed',
      /may not create/,
    )
    const thin = item(await clerk.call('POST', `${narrow}/create`, { context: { ...thick, sheets: 9 } }))
    const path = `${narrow}/${thin.__id}`
    assert.equal(item(await clerk.call('POST', `${path}/update`, { context: { sheets: 12 } })).sheets, 12)
    // The clerk still sees the letter as its author, but may no longer change it through this contract.
    assertRefused(
      await clerk.call('POST', `${path}/update`, { context: { sheets: 1 } }),
      403,
      'auth.not_allowed',
      /may not edit/,
    )
    assertDone(await clerk.call('POST', `${documents}/${thin.__id}/update`, { context: { sheets: 13 } }))
    await made(started.call, deals, { code: 'A-9', lawyer: [user.id] })
    assert.equal(
      await numbers(user.call, {}, narrow),
      '',
      'the rule of the contract does not widen that of the application',
    )
    await made(started.call, orders, { no: 'C-9', signer: [user.id] })
    assert.equal((await listed(user.call, narrow)).total, 1)
  })

  it('makes a contract exist only for those who may see it and at least one of its applications', async () => {
    const closed = '/pub/v1/contracts/post/closed/list'
    assertDone(await clerk.call('POST', closed))
    assertRefused(await user.call('POST', closed), 404, 'contract.not_found', /contract "post.closed" not found/)
    assert.doesNotMatch((await user.call('POST', '/pub/v1/contracts/post/closd/list')).body.error, /closed/)
    const solution = async (call: Call): Promise<string[]> => {
      const { body } = await call('GET', '/pub/v1/scheme/solutions/post')
      return body.solution.content.filter(({ type }: Body) => type === 'contract').map(({ code }: Body) => code)
    }
    assert.deepEqual(await solution(clerk.call), ['closed', 'documents', 'narrow', 'of_deals'])
    assert.deepEqual(await solution(user.call), ['documents', 'narrow'])
  })

  it('keeps a group from being deleted while the rules of the contract name it', async () => {
    const group = await started.call('POST', '/pub/v1/scheme/namespaces/global/groups', {
      __name: 'Guests',
      code: 'guests',
    })
    const drop = () => started.call('DELETE', `/pub/v1/scheme/groups/${group.body.group.__id}`)
    const guests = `${documentsFile}access: { visibleTo: [global.guests] }\n`
    await applied(started.call, { ...postFiles, 'namespaces/post/contracts/guests.yaml': guests })
    assertRefused(await drop(), 400, 'group.in_use', /the rules of the contract post\.guests/)
    await applied(started.call, postFiles)
    assertDone(await drop())
  })
})
