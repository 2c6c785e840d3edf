import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { anUpload } from '../../src/api/v1/disk/files.fixture.ts'
import { newId } from '../../src/foundation/kit/ids.ts'
import { groupIdOf, systemCaller } from '../../src/people/index.ts'
import { assertDone, assertRefused, aUser, changed, item, listed, made } from '../everything.ts'
import { type Body, type Call, startTestPlatform, type TestPlatform } from '../platform.ts'

const orders = '/pub/v1/app/CRM_Area/OrdersNew'
const contacts = '/pub/v1/app/_clients/_contacts'
const units = '/pub/v1/app/_system_catalogs/units'

let started: TestPlatform
let call: Call
let clerk: { id: string; call: Call }
let owner: { id: string; call: Call }
let contact: Body
let order: Body
before(async () => {
  started = await startTestPlatform()
  call = started.call
  const { apps, people } = started.platform.context
  const folder = fileURLToPath(new URL('../solutions/migrated', import.meta.url))
  await apps.solutions.applyFolder(systemCaller(await people.administrator()), folder)
  clerk = await aUser(started, { login: 'clerk', email: 'clerk@example.org' })
  owner = await aUser(started, { login: 'owner' })
  assertDone(await call('POST', `/pub/v1/scheme/groups/${groupIdOf('CRM_Area', 'clerks')}/add-items`, [clerk.id]))
  contact = await made(call, contacts, { __name: 'Anna', _phone: '112', Email: 'anna@example.org' })
  const rows = [{ _What: 'Bolts', Sum: 2 }]
  const context = { OrderNo: 1, CheckDate: '2026-05-01', _email: 'a@example.org', clientPoints: 5, Rows: { rows } }
  order = await made(clerk.call, orders, {
    ...context,
    _contact: [contact.__id],
    _Owner: owner.id,
    Manager: [owner.id],
  })
})
after(() => started[Symbol.asyncDispose]())

const numbers = async (filter: unknown, by: Call = call): Promise<number[]> =>
  (await listed(by, orders, { filter, size: -1 })).items.map(({ OrderNo }) => OrderNo).sort()

describe('codes with capitals and a leading underscore', () => {
  it('are written and read as spelled, in addresses, values, generated names and columns', async () => {
    assert.equal(order.__name, '1 a@example.org')
    assert.deepEqual(order.Rows.rows[0], { _What: 'Bolts', Sum: 2 })
    assert.equal(contact.Email, 'anna@example.org')
    contact = await changed(call, contacts, contact.__id, { Email: 'b@example.org' })
    assert.equal(contact.Email, 'b@example.org')
    assert.equal(item(await call('GET', `${orders}/${order.__id}/get`)).clientPoints, 5)
  })

  it('are case-sensitive: another spelling is not found, and the right one is suggested', async () => {
    for (const [path, hint] of [
      ['/pub/v1/app/crm_area/ordersnew', /did you mean "CRM_Area\.OrdersNew"\?/],
      ['/pub/v1/app/clients/_contacts', /did you mean "_clients\._contacts"\?/],
    ] as const) {
      assertRefused(await call('POST', `${path}/list`), 404, 'application.not_found', hint)
    }
    const answer = await call('POST', `${orders}/create`, { context: { orderNo: 2 } })
    assertRefused(answer, 400, 'field.unknown', /did you mean "OrderNo"\?/)
  })

  it('work in every form of filter, in sort keys and in eagerly loaded fields', async () => {
    for (const filter of [
      { tf: { OrderNo: { min: 1, max: 1 }, _email: 'EXAMPLE', _contact: [contact.__id] } },
      { _email: 'a@' },
      { eq: [{ field: 'CheckDate' }, { const: '2026-05-01T00:00:00Z' }] },
      { neq: [{ field: '_contact' }, null] },
      { eql: { query: "[_contact._phone] like '112' and [OrderNo] in (1, 2)" } },
      { eql: { query: "[_contact] in (select [__id] from [_clients._contacts] where [Email] like 'example')" } },
      { eql: { query: 'Count(select [__id] from [CRM_Area.OrdersNew] where [_Owner] in parent.[_Owner]) = 1' } },
    ]) {
      assert.deepEqual(await numbers(filter), [1], JSON.stringify(filter))
    }
    const { items } = await listed(call, orders, {
      fields: { OrderNo: true, _contact: { Email: true }, Manager: { position: true } },
      sortExpressions: [{ field: 'CheckDate', ascending: true }],
    })
    const [first] = items
    assert.deepEqual(first._contact, [{ __id: contact.__id, Email: contact.Email }])
    assert.deepEqual(first.Manager, [{ __id: owner.id, position: null }])
  })

  it('work in access rules: groups of the namespace, users in a field, conditions, single fields', async () => {
    assert.equal((await listed(clerk.call, orders)).items[0].clientPoints, 5)
    const [seen] = (await listed(owner.call, orders)).items
    assert.deepEqual([seen.OrderNo, 'clientPoints' in seen], [1, false])
    const stranger = await aUser(started, { login: 'stranger' })
    assert.deepEqual(await listed(stranger.call, orders), { items: [], total: 0 })
    const answer = await owner.call('POST', `${orders}/create`, { context: { OrderNo: 3 } })
    assertRefused(answer, 403, 'auth.not_allowed', /create/)
    const groups = (await call('GET', '/pub/v1/scheme/namespaces/CRM_Area/apps/OrdersNew/groups')).body.result.result
    assert.deepEqual(
      groups.map(({ namespace, code }: Body) => [namespace, code]),
      [['CRM_Area', 'clerks']],
    )
  })

  it('distinguish statuses and unique fields', async () => {
    const status = { status: { code: '_done' } }
    const other = await made(clerk.call, orders, { OrderNo: 7 })
    assert.equal(item(await call('POST', `${orders}/${other.__id}/set-status`, status)).__status.status, 2)
    assert.deepEqual((await listed(call, orders, { statusCode: ['New'] })).total, 1)
    const again = await call('POST', `${orders}/create`, { context: { OrderNo: 7 } })
    assertRefused(again, 400, 'element.duplicate_key', /OrderNo/)
  })

  it('name the columns of an import, in any case, and the people in a reference to employees', async () => {
    const csv = 'ORDERNO;checkdate;_Email;_contact;Manager;rows\n20;2026-06-01;x@example.org;Anna;clerk@example.org;\n'
    const fileHash = await anUpload(clerk.call, csv, 'orders.csv')
    assertDone(await clerk.call('POST', `${orders}/import`, { fileHash, mode: 'upsert', key: ['OrderNo'] }))
    let status: Body
    do {
      await wait(50)
      status = (await clerk.call('POST', `${orders}/import/status`)).body.status
    } while (status.state === 'running')
    assert.deepEqual([status.state, status.created, status.errors], ['done', 1, []])
    const { items } = await listed(call, orders, { filter: { tf: { OrderNo: 20 } } })
    const [{ _email, _contact, Manager }] = items
    assert.deepEqual([_email, _contact, Manager], ['x@example.org', [contact.__id], [clerk.id]])
  })

  it('appear in the schema of the application and in the list of applications', async () => {
    const { body } = await call('GET', '/pub/v1/scheme/namespaces/CRM_Area/apps/OrdersNew')
    const fields = new Map(body.application.fields.map((field: Body) => [field.code, field]))
    assert.deepEqual((fields.get('_contact') as Body).data, { namespace: '_clients', code: '_contacts' })
    assert.deepEqual((fields.get('Manager') as Body).data, { namespace: '_system_catalogs', code: 'employee' })
    const list = await call('GET', `/pub/v1/app/list?query=${encodeURIComponent('{"size":-1}')}`)
    const paths = list.body.result.result.map(({ namespace, code }: Body) => `${namespace}.${code}`)
    for (const path of ['CRM_Area.OrdersNew', '_clients._contacts', '_system_catalogs.units'])
      assert.ok(paths.includes(path), path)
  })

  it('work for file fields, whose files are readable with the element', async () => {
    const hash = await anUpload(clerk.call, 'scanned', 'scan.txt')
    const { Scan } = await changed(clerk.call, orders, order.__id, { Scan: [{ hash, name: 'scan.txt' }] })
    const path = `/pub/v1/disk/file/${Scan[0]}/get-link`
    assertDone(await owner.call('GET', path))
    const stranger = await aUser(started, { login: 'reader' })
    assert.equal((await stranger.call('GET', path)).status, 404)
  })

  it('limit a substitution to an application', async () => {
    const given = { substitute: owner.id, principal: clerk.id, applications: ['CRM_Area.OrdersNew'] }
    assertDone(await call('POST', '/api/v1/substitutions', given))
    await wait(1500)
    assert.ok('clientPoints' in (await listed(owner.call, orders)).items[0])
  })

  it('do not collide with built-in applications when another namespace has the same codes', async () => {
    const user = await made(call, '/pub/v1/app/_clients/_users', { __name: 'Boris' })
    const { _sameCode } = await changed(call, orders, order.__id, { _sameCode: [user.__id] })
    assert.deepEqual(_sameCode, [user.__id])
    const answer = await call('POST', `${orders}/${order.__id}/update`, { context: { _sameCode: [owner.id] } })
    assertRefused(answer, 400, 'element.unknown_reference', /no element of _clients\._users has the id/)
    const file = await made(call, '/pub/v1/app/_clients/_files', { __name: 'Folder 7' })
    assert.equal((await listed(call, '/pub/v1/app/_clients/_files')).items[0].__id, file.__id)
  })

  it('are the same after an export and an apply on another installation', async () => {
    const exported = await fetch(`${started.url}/api/v1/solutions/migrated/export`, {
      headers: { authorization: 'Bearer test-token-of-the-administrator' },
    })
    assert.equal(exported.status, 200)
    const zip = new Uint8Array(await exported.arrayBuffer())
    const plan = await call('POST', '/api/v1/solutions/plan', zip)
    assert.deepEqual([plan.status, plan.body.changes], [200, []])
    const drift = await call('GET', '/api/v1/solutions/migrated/drift')
    assert.deepEqual([drift.status, drift.body.drift], [200, []])
    const { exportable, reasons } = (await call('GET', '/pub/v1/scheme/solutions/migrated/exportable')).body
    assert.deepEqual([exportable, reasons], [true, []])
  })
})

describe('a solution’s application in _system_catalogs', () => {
  it('is created, changed and listed like any other, next to the built-in ones', async () => {
    const { __id } = await made(call, units, { __name: 'Kilogram', Short: 'kg' })
    assert.equal((await changed(call, units, __id, { Short: 'kgs' })).Short, 'kgs')
    assert.equal((await listed(call, units, { filter: { tf: { Short: 'kg' } } })).total, 1)
    const apps = (await call('GET', '/pub/v1/scheme/namespaces/_system_catalogs/apps')).body.result.result
    assert.deepEqual(
      apps.map(({ code, solution }: Body) => [code, solution]),
      [
        ['_users', null],
        ['employee', null],
        ['units', 'migrated'],
      ],
    )
  })

  it('refers to users by a reference, which must exist', async () => {
    const { Manager } = await changed(call, orders, order.__id, { Manager: [clerk.id] })
    assert.deepEqual(Manager, [clerk.id])
    const answer = await call('POST', `${orders}/${order.__id}/update`, { context: { Manager: [newId()] } })
    assertRefused(answer, 400, 'element.unknown_reference', /no element of _system_catalogs\.employee has the id/)
    assert.ok((await numbers({ eql: { query: "[Manager.login] = 'clerk'" } })).includes(1))
  })
})
