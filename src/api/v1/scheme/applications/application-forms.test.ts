import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, aUser, type Everything, startEverything } from '../../../../../test/everything.ts'
import { adminToken, type Body, type Call } from '../../../../../test/platform.ts'
import { applyFiles, filesOf, got, namespaces } from '../scheme.fixture.ts'

const fields = `name: Orders
fields:
  - { code: number, name: Number, type: string, required: true }
  - { code: buyer, name: Buyer, type: string }
  - { code: amount, name: Amount, type: number }
  - { code: note, name: Note, type: string }
  - { code: paid, name: Paid, type: number }
`
const create = `forms:
  create:
    - note
    - section: { en: Parties, ru: Стороны }
      fields: [{ field: buyer, required: true }, { field: number }]
    - section: Secret
      fields: [{ field: amount, readonly: true }]
`

let started: Everything
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

/** Deploys the application with these forms and returns its schema. */
async function schemaWith(forms: string, call: Call = started.call): Promise<Body> {
  await applyFiles(started.call, filesOf('orders', { orders: fields + forms }))
  return got(call, `${namespaces}/orders/apps/orders`)
}
const codes = ({ fields }: Body): string[] => fields.map(({ code }: Body) => code)
const inOrder = ['number', 'buyer', 'amount', 'note', 'paid']
const inView = (own: readonly string[]) => [
  '__name',
  ...own,
  '__createdAt',
  '__createdBy',
  '__updatedAt',
  '__updatedBy',
]

describe('the forms of an application', () => {
  it('show the fields in their order, without sections, where none is described', async () => {
    const { forms, formSections } = await schemaWith('')
    assert.deepEqual(codes(forms.create), ['__name', ...inOrder])
    assert.deepEqual(formSections, { create: [], edit: [], view: [] })
  })

  it('are lists of fields also where they have sections: with title, required and readonly, in their order', async () => {
    const { forms, formSections } = await schemaWith(create)
    assert.deepEqual(Object.keys(forms), ['create', 'view', 'edit', 'detail', 'tile'])
    assert.deepEqual(Object.keys(forms.create), ['fields'])
    const field = (code: string, display: string, required: boolean, readonly: boolean) => ({
      code,
      display,
      required,
      readonly,
    })
    assert.deepEqual(forms.create.fields.slice(1), [
      field('note', 'Note', false, false),
      field('buyer', 'Buyer', true, false),
      field('number', 'Number', true, false),
      field('amount', 'Amount', false, true),
    ])
    assert.deepEqual(formSections.create, [
      { name: 'Parties', fields: ['buyer', 'number'] },
      { name: 'Secret', fields: ['amount'] },
    ])
  })

  it('follow the form before them in the order create, edit, view, and add the fields that this one leaves out', async () => {
    const followed = await schemaWith(create)
    const all = ['note', 'buyer', 'number', 'amount', 'paid']
    assert.deepEqual(codes(followed.forms.edit), ['__name', ...all])
    assert.deepEqual(codes(followed.forms.view), inView(all))
    assert.deepEqual(followed.formSections.view, followed.formSections.create)
    assert.deepEqual(followed.forms.detail, followed.forms.view)
    const described = await schemaWith(
      `${create}  edit: [paid, { section: Rest, fields: [buyer] }]\n  tile: [amount]\n`,
    )
    assert.deepEqual(codes(described.forms.edit), ['__name', 'paid', 'buyer'])
    assert.deepEqual(codes(described.forms.view), inView(['paid', 'buyer', 'number', 'amount', 'note']))
    assert.deepEqual(codes(described.forms.tile), ['__name', 'amount'])
    const viewed = await schemaWith('forms: { view: [note] }\n')
    assert.deepEqual([codes(viewed.forms.edit), codes(viewed.forms.view)], [['__name', ...inOrder], inView(['note'])])
  })

  it('are made of the rights of the caller: hidden fields are left out with their sections, others become read-only', async () => {
    const { call } = await aUser(started, { login: 'clerk-of-orders' })
    const access = `access:
  fields:
    - { fields: [amount], to: [global.administrators], may: [write] }
    - { fields: [buyer], to: [everyone], may: [read] }
`
    const { forms, formSections } = await schemaWith(create + access, call)
    assert.deepEqual(codes(forms.create), ['__name', 'note', 'buyer', 'number'])
    const buyer = forms.create.fields.find(({ code }: Body) => code === 'buyer')
    assert.deepEqual([buyer.readonly, buyer.required], [true, false])
    assert.deepEqual(formSections.create, [{ name: 'Parties', fields: ['buyer', 'number'] }])
  })

  it('name their sections in the language of the request', async () => {
    await schemaWith(create)
    const headers = { authorization: `Bearer ${adminToken}`, 'accept-language': 'ru' }
    const response = await fetch(`${started.url}${namespaces}/orders/apps/orders`, { headers })
    const { application } = (await response.json()) as Body
    assert.deepEqual(
      application.formSections.edit.map(({ name }: Body) => name),
      ['Стороны', 'Secret'],
    )
  })

  it('do not change what the API accepts: a field that a form requires or only shows is written as any other', async () => {
    await schemaWith(create)
    assertDone(await started.call('POST', '/pub/v1/app/orders/orders/create', { context: { number: '1', amount: 5 } }))
  })

  it('are part of the hash of the application', async () => {
    const before = await schemaWith('')
    const after = await schemaWith(create)
    assert.notEqual(before.hash, after.hash)
    assert.equal((await schemaWith('')).hash, before.hash)
  })

  it('leave no drift behind when they are applied', async () => {
    await schemaWith(create)
    const { drift } = (await started.call('GET', '/api/v1/solutions/orders/drift')).body
    assert.deepEqual(drift, [])
  })
})
