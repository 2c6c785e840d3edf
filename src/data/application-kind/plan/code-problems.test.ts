import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../../../test/database.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { readZip } from '../../../solutions/files/read-zip.ts'
import type { SolutionFiles } from '../../../solutions/files/solution-files.ts'
import { writeZip } from '../../../solutions/files/write-zip.ts'
import { deploy, exportFiles, openCatalog, planned, readFiles, shopFiles } from '../../../solutions/solution.fixture.ts'
import type { ApplicationCatalog } from '../../applications/application-catalog.ts'
import { compileApplication } from '../../applications/compile.ts'

const consent = { allowDestructive: true }

/** Returns the messages with which a solution is refused. */
async function problemsOf(work: () => unknown): Promise<string[]> {
  try {
    await work()
  } catch (error) {
    const { problems } = (error as { details: { problems: { file: string; message: string }[] } }).details
    return problems.map(({ file, message }) => `${file.replace('namespaces/', '')}: ${message}`)
  }
  return []
}

function withCode(files: SolutionFiles, code: string): SolutionFiles {
  return new Map([...files, ['solution.yaml', `code: ${code}\nname: S\nversion: 1.0.0\n`]])
}

/** Returns a solution with one file in the folder of the built-in namespace. */
function inSystem(solution: string, path: string, text = 'name: Units'): SolutionFiles {
  return new Map([
    ['solution.yaml', `code: ${solution}\nname: S\nversion: 1.0.0\n`],
    [`namespaces/_system_catalogs/${path}`, text],
  ])
}

describe('codes', () => {
  let shop: { database: Database & AsyncDisposable; catalog: ApplicationCatalog }
  before(async () => {
    const database = await openTestDatabase()
    shop = { database, catalog: await openCatalog(database) }
  })
  after(async () => {
    await shop.database.close()
  })

  const differing = new Map([
    ['solution.yaml', 'code: crm\nname: CRM\nversion: 1.0.0\n'],
    ['namespaces/CRM_Area/namespace.yaml', 'name: CRM\nvisibleTo: [CRM_Area.clerks]'],
    ['namespaces/CRM_Area/groups/clerks.yaml', 'name: Clerks'],
    ['namespaces/CRM_Area/groups/all.yaml', 'name: All\ngroups: [CRM_Area.clerks]'],
    [
      'namespaces/CRM_Area/apps/OrdersNew.yaml',
      `name: Orders
nameTemplate: '{$_email} {$OrderNo}'
fields:
  - { code: OrderNo, type: number, indexed: true }
  - { code: _email, type: string }
  - { code: Name, type: string }
  - { code: _contact, type: reference, to: _clients._contacts }
  - { code: Items, type: table, columns: [{ code: _What, type: string }] }
  - { code: _Owner, type: user }
statuses: [{ code: New, name: New }, { code: _done, name: Done }]
unique: [[OrderNo, _email]]
access:
  elements:
    - { to: [CRM_Area.clerks, $_Owner], may: [view, edit], where: "[OrderNo] > 0 and [_email] like 'x'" }
  fields:
    - { fields: [Name], to: [CRM_Area.Clerks], may: [read], statuses: [New] }
`,
    ],
    ['namespaces/_clients/namespace.yaml', 'name: Clients'],
    ['namespaces/_clients/apps/_contacts.yaml', 'name: Contacts'],
    ['namespaces/_system_catalogs/apps/units.yaml', 'name: Units\nfields: [{ code: CheckDate, type: datetime }]'],
  ])

  it('may have capitals and one leading underscore, which apply, plan and export keep', async () => {
    await deploy(shop, differing)
    assert.deepEqual((await planned(shop, differing)).changes, [])
    for (const [namespace, code] of [
      ['CRM_Area', 'OrdersNew'],
      ['_clients', '_contacts'],
      ['_system_catalogs', 'units'],
    ] as const) {
      assert.equal(shop.catalog.application(namespace, code)?.code, code)
      assert.equal(shop.catalog.application(namespace.toUpperCase(), code.toUpperCase()), undefined)
    }
    const exported = await exportFiles(shop, 'crm')
    assert.deepEqual([...exported.keys()].sort(), [...differing.keys()].sort())
    const files = await readZip(await writeZip(exported))
    assert.deepEqual((await planned(shop, files)).changes, [])
  })

  it('give names of views that need no quotes, and names of columns that SQL tools can distinguish', async () => {
    const columns = await shop.database.reader.rows<{ name: string }>(sql`
      select attname as name from pg_attribute where attrelid = to_regclass('bi.CRM_Area_OrdersNew') and attnum > 10 order by attnum`)
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['OrderNo', '_email', 'field_Name', '_contact', 'Items', '_Owner'],
    )
    assert.ok(await shop.database.reader.row(sql`select from pg_views where viewname = '_clients__contacts'`))
  })

  it('of two applications are refused when both would have the same view name', async () => {
    const files = new Map([
      ...shopFiles({ B_c: 'name: A' }),
      ['namespaces/SHOP_b/namespace.yaml', 'name: B'],
      ['namespaces/SHOP_b/apps/C.yaml', 'name: C'],
    ])
    assert.deepEqual(await problemsOf(() => planned(shop, files)), [
      'SHOP_b/apps/C.yaml: the view bi.shop_b_c would be the same as that of shop.B_c',
      'shop/apps/B_c.yaml: the view bi.shop_b_c would be the same as that of SHOP_b.C',
    ])
  })

  it('that differ only in case are refused within one solution: namespaces, applications, fields, columns, statuses', async () => {
    const text = `name: A
fields:
  - { code: email, type: string }
  - { code: Email, type: string }
  - { code: rows, type: table, columns: [{ code: a, type: string }, { code: A, type: string }] }
statuses: [{ code: new, name: N }, { code: New, name: N }]
`
    const files = shopFiles({ area: text, Area: 'name: B' }, { 'namespaces/Shop/namespace.yaml': 'name: S' })
    assert.deepEqual(await problemsOf(() => readFiles(files)), [
      'shop/apps/area.yaml: "area" and "Area" differ only in case',
      'shop/apps/area.yaml: "Email" and "email" differ only in case',
      'shop/apps/area.yaml: "A" and "a" differ only in case',
      'shop/apps/area.yaml: "New" and "new" differ only in case',
      'shop/namespace.yaml: "shop" and "Shop" differ only in case',
    ])
  })

  it('that differ only in case from a deployed code are refused, so that a new spelling cannot lose data', async () => {
    await deploy(shop, shopFiles({ area: 'name: A\nfields: [{ code: email, type: string }]' }), consent)
    const never = 'only in case; a code never changes, nor does its case'
    const renamed = shopFiles({ Area: 'name: A' })
    assert.deepEqual(await problemsOf(() => planned(shop, renamed)), [
      `shop/apps/Area.yaml: the application shop.area is deployed, which differs from shop.Area ${never}`,
    ])
    const field = shopFiles({ area: 'name: A\nfields: [{ code: Email, type: string }]' })
    assert.deepEqual(await problemsOf(() => planned(shop, field)), [
      `shop/apps/area.yaml: the field "email" is deployed, which differs from "Email" ${never}`,
    ])
    const namespace = new Map([...withCode(new Map(), 'other'), ['namespaces/SHOP/namespace.yaml', 'name: S']])
    assert.deepEqual(await problemsOf(() => planned(shop, namespace)), [
      `SHOP/namespace.yaml: the namespace "shop" is deployed, which differs from "SHOP" ${never}`,
    ])
  })

  it('of removed definitions can be used again with another spelling', async () => {
    await deploy(shop, shopFiles({}), consent)
    await deploy(shop, shopFiles({ AREA: 'name: A' }))
    assert.ok(shop.catalog.application('shop', 'AREA'))
  })

  it('in _system_catalogs belong to the solution that defines them, not to the platform', async () => {
    await deploy(shop, inSystem('first', 'apps/Measures.yaml'))
    assert.deepEqual(await problemsOf(() => planned(shop, inSystem('second', 'apps/Measures.yaml'))), [
      '_system_catalogs/apps/Measures.yaml: the application _system_catalogs.Measures belongs to the solution "first"',
    ])
    await deploy(shop, inSystem('second', 'apps/nomenclature.yaml'))
    assert.ok(shop.catalog.application('_system_catalogs', 'Measures'))
    for (const [path, sentence] of [
      ['apps/_users.yaml', '_system_catalogs._users is built in'],
      ['apps/Employee.yaml', '_system_catalogs.Employee is built in'],
      ['groups/clerks.yaml', '_system_catalogs holds applications only, no groups'],
      [
        'namespace.yaml',
        'the namespace "_system_catalogs" is built in; its folder holds applications only, no namespace.yaml',
      ],
    ] as const) {
      const problems = await problemsOf(() => readFiles(inSystem('second', path)))
      assert.deepEqual(problems, [`_system_catalogs/${path}: ${sentence}`])
    }
  })
})

it('that differ only in case can still be read from definitions that an earlier release deployed', () => {
  const columns = [
    { code: 'a', type: 'string' },
    { code: 'A', type: 'string' },
  ]
  const fields = [
    { code: 'rows', type: 'table', columns },
    { code: 'Rows', type: 'string' },
  ]
  const more = {
    name: 'T',
    elementName: 'T',
    kind: 'STANDARD',
    statuses: [],
    retiredStatuses: [],
    statusGroups: [],
  } as const
  const definition = { namespace: 'shop', code: 'old', fields, nameTemplate: null, unique: [], ...more }
  const application = compileApplication(definition, { version: 1, removedFields: [] })
  assert.deepEqual([...application.fields.keys()], ['rows', 'Rows'])
  assert.deepEqual([...application.fields.get('rows')!.columns!.keys()], ['a', 'A'])
})
