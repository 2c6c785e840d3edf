import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, item, listed } from '../everything.ts'
import { aMatter, clients, type Guarded, matters, startGuarded, vault } from '../guarded.ts'
import type { Body, Call } from '../platform.ts'

let law: Guarded
let own: Body
let open: Body
let closed: Body
before(async () => {
  law = await startGuarded()
  open = await aMatter(law.call, { title: 'open', remark: 'for the owner', verdict: 'not yet', fee: 7 })
  closed = await aMatter(law.call, { title: 'closed', kind: 'closed' })
  own = await aMatter(law.call, { title: 'own', kind: 'closed', owner: [law.outsider.id], remark: 'read this' })
})
after(() => law[Symbol.asyncDispose]())

const titles = async (call: Call, body: Body = {}): Promise<string[]> =>
  (await listed(call, matters, { size: 100, ...body })).items.map(({ title }) => title).sort()
const get = (call: Call, { __id }: Body) => call('GET', `${matters}/${__id}/get`)
const update = (call: Call, { __id }: Body, context: Body) => call('POST', `${matters}/${__id}/update`, { context })

describe('rules for elements', () => {
  it('give every user the elements that concern them, in lists, totals and by id', async () => {
    assert.deepEqual(await titles(law.partner.call), ['closed', 'open', 'own'])
    assert.deepEqual(await titles(law.clerk.call), ['open'])
    assert.deepEqual(await titles(law.outsider.call), ['own'])
    assert.equal((await listed(law.outsider.call, matters, { size: 0 })).total, 1)
    const ids = [open.__id, closed.__id, own.__id]
    assert.deepEqual(await titles(law.clerk.call, { ids }), ['open'])
    assert.equal((await listed(law.clerk.call, matters, { ids, size: 0 })).total, 1)
    assert.equal(item(await get(law.outsider.call, own)).title, 'own')
  })

  it('make hidden elements look missing', async () => {
    const missing = { __id: '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab' }
    const forbidden = await get(law.clerk.call, closed)
    const absent = await get(law.clerk.call, missing)
    assert.deepEqual([forbidden.status, forbidden.body.code], [absent.status, absent.body.code])
    assert.equal(forbidden.body.error.replace(closed.__id, ''), absent.body.error.replace(missing.__id, ''))
    for (const [name, body] of [
      ['update', { context: { title: 'x' } }],
      ['set-status', { status: { code: 'public' } }],
    ] as const) {
      assertRefused(
        await law.clerk.call('POST', `${matters}/${closed.__id}/${name}`, body),
        404,
        'element.not_found',
        /not found/,
      )
    }
    const history = await law.clerk.call('GET', `/api/v1/elements/law/matters/${closed.__id}/history`)
    assertRefused(history, 404, 'element.not_found', /not found/)
  })

  it('refuse a change of an element that may only be viewed with a 403 that names the missing right', async () => {
    assertRefused(await update(law.clerk.call, open, { title: 'mine' }), 403, 'auth.not_allowed', /may not edit/)
    assert.equal(item(await get(law.call, open)).title, 'open')
    const moved = await law.clerk.call('POST', `${matters}/${open.__id}/set-status`, { status: { code: 'public' } })
    assertRefused(moved, 403, 'auth.not_allowed', /may not edit/)
  })

  it('let a user listed in a field change the element, but not delete it', async () => {
    assertDone(await update(law.outsider.call, own, { title: 'own' }))
    const deleting = { __deletedAt: '2026-01-01T00:00:00Z' }
    assertRefused(await update(law.outsider.call, own, deleting), 403, 'auth.not_allowed', /may not delete/)
    // Values that are sent back as they were read change nothing and need no right.
    assertDone(await update(law.outsider.call, own, { __deletedAt: null, title: 'own' }))
  })

  it('let authors delete and restore the elements that they created', async () => {
    const context = { title: 'of the clerk', kind: 'open' }
    const made = item(await law.clerk.call('POST', `${matters}/create`, { context }))
    assertDone(await update(law.clerk.call, made, { __deletedAt: '2026-01-01T00:00:00Z' }))
    assert.ok(item(await get(law.clerk.call, made)).__deletedAt)
    assertDone(await update(law.clerk.call, made, { __deletedAt: null }))
    // The author may delete and restore the element, but not edit it.
    assertRefused(await update(law.clerk.call, made, { title: 'x' }), 403, 'auth.not_allowed', /may not edit/)
  })

  it('let nobody create an element that their rules do not cover', async () => {
    const create = (call: Call, context: Body) => call('POST', `${matters}/create`, { context })
    const refused = await create(law.clerk.call, { title: 'no', kind: 'closed' })
    assertRefused(refused, 403, 'auth.not_allowed', /may not create/)
    assertRefused(
      await create(law.outsider.call, { title: 'no', kind: 'open' }),
      403,
      'auth.not_allowed',
      /may not create/,
    )
    assert.deepEqual(await titles(law.call, { filter: { tf: { title: 'no' } } }), [])
  })

  it('apply to references: hidden elements are not loaded, not matched by filters, and cannot be referred to', async () => {
    const both = [open.__id, closed.__id]
    const context = { title: 'client', first: [closed.__id], matters: both }
    const client = item(await law.call('POST', `${clients}/create`, { context }))
    const fields = { first: { title: true }, matters: { title: true } }
    const [loaded] = (await listed(law.clerk.call, clients, { ids: [client.__id], fields })).items
    assert.deepEqual(
      loaded!.matters.map(({ title }: Body) => title),
      ['open'],
    )
    assert.equal(loaded!.first, null)
    const found = async (call: Call, query: string) =>
      (await listed(call, clients, { filter: { eql: { query } } })).total
    assert.equal(await found(law.partner.call, "[first.title] = 'closed'"), 1)
    assert.equal(await found(law.clerk.call, "[first.title] = 'closed'"), 0)
    const within = "[first] in (select [__id] from [law.matters] where [title] = 'closed')"
    assert.deepEqual([await found(law.partner.call, within), await found(law.clerk.call, within)], [1, 0])
    const counted = "count(select [__id] from [law.matters] where [kind] = 'closed') > 0"
    assert.deepEqual([await found(law.partner.call, counted), await found(law.clerk.call, counted)], [1, 0])

    const refers = await law.clerk.call('POST', `${clients}/create`, { context: { first: [closed.__id] } })
    assertRefused(refers, 400, 'element.unknown_reference', /no element of law.matters has the id/)
    // A reference that was there before may be sent back as it was read.
    const kept = await law.clerk.call('POST', `${clients}/${client.__id}/update`, { context: { first: [closed.__id] } })
    assertDone(kept)
  })

  it('report a duplicate unique key without naming hidden elements', async () => {
    const context = { title: 'twin', kind: 'open', secret: 'secret of closed' }
    const told = await law.partner.call('POST', `${matters}/create`, { context })
    assert.equal(told.body.holder, closed.__id)
  })
})

describe('visibility', () => {
  it('hides a namespace with everything in it: lists, schemas, elements, sub-queries', async () => {
    const applications = async (call: Call) => JSON.stringify((await call('GET', '/pub/v1/app/list?size=1000')).body)
    assert.match(await applications(law.partner.call), /vault/)
    assert.doesNotMatch(await applications(law.clerk.call), /vault/)
    const sections = await law.clerk.call('GET', '/pub/v1/scheme/namespaces')
    assert.ok(!JSON.stringify(sections.body).includes('crypt'))
    const missing = await law.clerk.call('POST', '/pub/v1/app/crypt/nothing/list', {})
    const hidden = await law.clerk.call('POST', `${vault}/list`, {})
    assert.deepEqual([hidden.status, hidden.body.error], [404, missing.body.error.replace('nothing', 'vault')])
    const query = 'count(select [__id] from [crypt.vault]) > 0'
    const within = await law.clerk.call('POST', `${clients}/list`, { filter: { eql: { query } } })
    assertRefused(within, 400, 'query.wrong_eql', /unknown application/)
    assertDone(await law.partner.call('POST', `${vault}/list`, {}))
    assertRefused(
      await law.clerk.call('GET', '/pub/v1/scheme/namespaces/crypt'),
      404,
      'namespace.not_found',
      /"crypt" not found/,
    )
    const exportable = await law.clerk.call('GET', '/pub/v1/scheme/namespaces/crypt/exportable')
    assertRefused(exportable, 404, 'namespace.not_found', /"crypt" not found/)
    const group = { __name: 'Keepers', code: 'keepers' }
    assertDone(await law.call('POST', '/pub/v1/scheme/namespaces/crypt/groups', group))
    const groups = async (call: Call) => JSON.stringify((await call('POST', '/pub/v1/scheme/groups/list', {})).body)
    assert.match(await groups(law.partner.call), /Keepers/)
    assert.doesNotMatch(await groups(law.clerk.call), /Keepers/)
    const solution = await law.clerk.call('GET', '/pub/v1/scheme/solutions/guarded')
    assert.ok(!JSON.stringify(solution.body).includes('crypt'))
    const ofClients = async (call: Call) =>
      JSON.stringify((await call('GET', '/pub/v1/scheme/namespaces/law/apps/clients/groups')).body)
    assert.match(await ofClients(law.partner.call), /crypt/)
    assert.doesNotMatch(await ofClients(law.clerk.call), /crypt/)
  })
})

describe('rules for fields', () => {
  it('leave a hidden field out of answers and schemas', async () => {
    const seen = item(await get(law.clerk.call, open))
    assert.ok(!('secret' in seen))
    assert.equal(item(await get(law.partner.call, open)).secret, 'secret of open')
    const schema = await law.clerk.call('GET', '/pub/v1/scheme/namespaces/law/apps/matters')
    assert.ok(!JSON.stringify(schema.body).includes('secret'))
    const history = await law.clerk.call('GET', `/api/v1/elements/law/matters/${open.__id}/history`)
    assert.ok(!JSON.stringify(history.body).includes('secret'))
  })

  it('show a field only in the elements and statuses in which it may be read', async () => {
    assert.equal(item(await get(law.clerk.call, open)).remark, null)
    assert.equal(item(await get(law.outsider.call, own)).remark, 'read this')
    assert.deepEqual(await titles(law.clerk.call, { filter: { tf: { remark: 'owner' } } }), [])
    assert.deepEqual(await titles(law.outsider.call, { filter: { tf: { remark: 'read' } } }), ['own'])

    assert.equal(item(await get(law.clerk.call, open)).verdict, null)
    assertDone(await law.call('POST', `${matters}/${open.__id}/set-status`, { status: { code: 'public' } }))
    assert.equal(item(await get(law.clerk.call, open)).verdict, 'not yet')
    const fields = { '*': true }
    assert.equal((await listed(law.clerk.call, matters, { ids: [open.__id], fields })).items[0]!.verdict, 'not yet')
  })

  it('refuse a change of a read-only field, but accept its unchanged value', async () => {
    assertRefused(await update(law.outsider.call, own, { fee: 6 }), 403, 'auth.not_allowed', /may not change "fee"/)
    assertDone(await update(law.outsider.call, own, { fee: 5, title: 'own' }))
    assertDone(await update(law.outsider.call, own, { remark: 'read this too' }))
    assertDone(await update(law.partner.call, own, { fee: 6 }))
  })

  it('do not require a value for a required field that the caller may not write', async () => {
    const context = { title: 'without', kind: 'open' }
    assert.ok(!('secret' in item(await law.clerk.call('POST', `${matters}/create`, { context }))))
    const refused = await law.partner.call('POST', `${matters}/create`, { context })
    assertRefused(refused, 400, 'element.required_field', /"secret"/)
  })
})

describe('a substitution', () => {
  it("adds the rights of the principal to the caller's own, in the given applications, until it ends", async () => {
    const substitution = { principal: law.partner.id, substitute: law.clerk.id, applications: ['law.matters'] }
    const before = await titles(law.clerk.call)
    const begun = await law.call('POST', '/api/v1/substitutions', substitution)
    assertDone(begun)
    assert.deepEqual(await titles(law.clerk.call), await titles(law.partner.call))
    assert.ok('secret' in item(await get(law.clerk.call, closed)))
    const written = item(await update(law.clerk.call, closed, { remark: 'in their place' }))
    // The author of the change is the substitute, not the principal.
    assert.equal(written.__updatedBy, law.clerk.id)
    assertRefused(await law.clerk.call('POST', `${vault}/list`, {}), 404, 'application.not_found', /not found/)
    const { body } = await law.clerk.call('GET', '/api/v1/access/explain?namespace=law&code=matters&right=edit')
    assert.equal(body.scope, 'all')
    assert.ok(body.because.some(({ inPlaceOf }: Body) => inPlaceOf === law.partner.id))
    assertDone(await law.call('DELETE', `/api/v1/substitutions/${begun.body.id}`))
    assert.deepEqual(await titles(law.clerk.call), before)
  })
})
