import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../test/database.ts'
import type { Database } from '../foundation/db/database.ts'
import { deploy, openCatalog, planned, type Shop, shopFiles } from './solution.fixture.ts'

describe('the problems of a plan', () => {
  let shop: Shop & { database: Database & AsyncDisposable }
  before(async () => {
    const database = await openTestDatabase()
    shop = { database, catalog: await openCatalog(database) }
  })
  after(() => shop.database.close())

  async function problemsOf(...files: Parameters<typeof shopFiles>): Promise<string[]> {
    const error = await planned(shop, shopFiles(...files)).then(
      () => assert.fail('the plan has no problems'),
      (error) => error,
    )
    assert.equal(error.code, 'definition.invalid')
    return error.details.problems.map(({ file, message }: Record<string, string>) => {
      return `${file!.replace('namespaces/shop/', '')}: ${message}`
    })
  }

  it('of single files and of the comparison with what is deployed are reported at once', async () => {
    await deploy(shop, shopFiles({ two: 'name: Two\nstatuses: [{ code: new, name: New, id: 7 }]\n' }))
    const one = 'name: One\nfields: [{ code: a, type: strng }]\n'
    const two = 'name: Two\nstatuses: [{ code: new, name: New, id: 8 }]\n'
    const three =
      'name: Three\nfields: [{ code: b, type: reference, to: shop.thre }]\naccess: { visibleTo: [shop.clrks] }\n'
    const groups = { 'namespaces/shop/groups/clerks.yaml': 'name: Clerks\n' }
    assert.deepEqual(await problemsOf({ one, two, three }, groups), [
      'apps/one.yaml: unknown type "strng"; did you mean "string"?',
      'apps/three.yaml: there is no group "shop.clrks"; did you mean "shop.clerks"?',
      'apps/two.yaml: the status "new" has the number 7 for ever',
      'apps/three.yaml: there is no application "shop.thre"; did you mean "shop.three"?',
    ])
  })

  it('do not include references to definitions whose own files have problems', async () => {
    const one = 'name: One\nfelds: []\n'
    const two = `name: Two
fields: [{ code: one, type: reference, to: shop.one }, { code: who, type: string }]
access:
  elements: [{ to: [shop.clerks], may: [view], where: "[one.a] = 1" }]
`
    const groups = { 'namespaces/shop/groups/clerks.yaml': 'nme: Clerks\n' }
    const problems = await problemsOf({ one, two }, groups)
    assert.deepEqual(
      problems.map((problem) => problem.split(':')[0]),
      ['apps/one.yaml', 'groups/clerks.yaml', 'groups/clerks.yaml'],
    )
  })
})
