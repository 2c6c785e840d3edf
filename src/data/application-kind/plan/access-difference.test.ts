import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../../../test/database.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { readFolder } from '../../../solutions/files/read-folder.ts'
import { deploy, exportFiles, openCatalog, planned, readFiles, shopFiles } from '../../../solutions/solution.fixture.ts'
import type { ApplicationCatalog } from '../../applications/application-catalog.ts'
import { applicationKind } from '../application-kind.ts'

const consent = { allowDestructive: true }
const group = { 'namespaces/shop/groups/clerks.yaml': 'name: Clerks\n' }
const head = `name: Orders
fields:
  - { code: title, type: string }
  - { code: owner, type: user }
access:
`

describe('access rules in files', () => {
  let shop: { database: Database & AsyncDisposable; catalog: ApplicationCatalog }

  before(async () => {
    const database = await openTestDatabase()
    shop = { database, catalog: await openCatalog(database) }
  })
  after(async () => {
    await shop.database.close()
  })

  const plan = async (access: string, more: Record<string, string> = group) =>
    (await planned(shop, shopFiles({ orders: head + access }, more))).changes
  const refusedBy = async (access: string): Promise<string> =>
    plan(access).then(
      () => 'nothing',
      (error) => error.message,
    )

  it('are refused with file and line when they name something that does not exist', async () => {
    const file = 'namespaces/shop/apps/orders.yaml'
    const rule = (entry: string) => `  elements:\n    - ${entry}\n`
    const cases: [string, RegExp][] = [
      [
        rule('{ to: [shop.clerk], may: [view] }'),
        /orders.yaml:7: .*there is no group "shop.clerk"; did you mean "shop.clerks"/,
      ],
      [rule('{ to: [$ownr], may: [view] }'), /orders.yaml:7: .*there is no field "ownr"; did you mean "owner"/],
      [rule('{ to: [$title], may: [view] }'), /orders.yaml:7: .*does not hold users/],
      [rule('{ to: [anyone], may: [view] }'), /orders.yaml:7: .*"anyone" is not a subject/],
      [rule('{ to: [everyone], may: [viev] }'), /orders.yaml:7: .*viev/],
      [rule('{ to: [everyone], may: [view], where: "[titel] = 1" }'), /orders.yaml:7: .*unknown field \[titel\]/],
      [rule('{ to: [everyone], may: [view], where: "[title] like" }'), /orders.yaml:7: /],
      [
        rule('{ to: [0b6f7b2e-2f0f-4f5a-9c53-0123456789ab], may: [view] }'),
        /orders.yaml:7: .*in one installation only/,
      ],
      ['  fields:\n    - { fields: [titel], to: [everyone], may: [read] }\n', /orders.yaml:7: .*no field "titel"/],
      ['  visibleTo: [author]\n', /orders.yaml:6: .*depends on an element/],
    ]
    for (const [access, sentence] of cases) {
      const said = await refusedBy(access)
      assert.match(said, sentence, access)
      assert.ok(said.startsWith(file), said)
    }
  })

  it('may not hide a field that is part of the name', async () => {
    const access = '  fields:\n    - { fields: [title], to: [everyone], may: [read] }\nnameTemplate: "{$title}"\n'
    assert.match(await refusedBy(access), /"title" is part of the name, which everyone reads/)
  })

  it('appear in a plan with one line for each added or removed rule, and need no consent', async () => {
    const first = '  elements:\n    - { to: [shop.clerks], may: [view, edit], where: "[title] = \'a\'" }\n'
    await deploy(shop, shopFiles({ orders: head + first }, group), consent)
    const changes = await plan('  elements:\n    - { to: [$owner], may: [view] }\n')
    assert.deepEqual(
      changes.map(({ what, sentence, destructive }) => [what, sentence, destructive]),
      [
        ['access', "no longer: shop.clerks may view, edit where [title] = 'a'", false],
        ['access', '$owner may view', false],
      ],
    )
    assert.deepEqual(await plan(first), [])
  })

  it('are the same in an export as in the files', async () => {
    const folder = resolve(import.meta.dirname, '../../../../test/solutions/guarded')
    const guarded = readFiles(await readFolder(folder))
    await deploy(shop, await readFolder(folder), consent)
    const written = await exportFiles(shop, 'guarded')
    assert.deepEqual((await planned(shop, written)).changes, [])
    const again = readFiles(written)
      .of(applicationKind)
      .map(({ access }) => access)
    assert.deepEqual(
      again,
      guarded.of(applicationKind).map(({ access }) => access),
    )
  })

  it('prevent the removal of a field that they need', async () => {
    const access = '  elements:\n    - { to: [$owner], may: [view] }\n'
    await deploy(shop, shopFiles({ orders: head + access }, group), consent)
    const without = (head + access).replace('  - { code: owner, type: user }\n', '')
    assert.throws(() => readFiles(shopFiles({ orders: without }, group)), /there is no field "owner"/)
  })
})
