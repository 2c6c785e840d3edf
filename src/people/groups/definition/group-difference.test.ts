import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { openTestDatabase } from '../../../../test/database.ts'
import type { ApplicationCatalog } from '../../../data/applications/application-catalog.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { systemClock } from '../../../foundation/kit/clock.ts'
import { nilId } from '../../../foundation/kit/ids.ts'
import { kinds } from '../../../platform/kinds.ts'
import { findDrift } from '../../../solutions/drift.ts'
import { deploy, openCatalog, planned, rowVersions, shopFiles } from '../../../solutions/solution.fixture.ts'
import { solutionContent } from '../../../solutions/solution-content.ts'
import { groupIdOf, People, presentGroups, systemCaller } from '../../index.ts'
import { storedGroups } from './group-definition.ts'

const caller = systemCaller(nilId)
const id = (code: string): string => groupIdOf('shop', code)
const filesOf = (groups: Readonly<Record<string, string>>) =>
  shopFiles(
    {},
    Object.fromEntries(Object.entries(groups).map(([code, text]) => [`namespaces/shop/groups/${code}.yaml`, text])),
  )

describe('the groups of a solution', () => {
  let shop: { database: Database & AsyncDisposable; catalog: ApplicationCatalog }
  let people: People
  let anna: string

  before(async () => {
    const database = await openTestDatabase()
    shop = { database, catalog: await openCatalog(database) }
    people = new People({ database, clock: systemClock })
    anna = await people.createUser(caller, { login: 'anna', lastname: 'A' })
  })
  after(async () => {
    await people.close()
    await shop.database.close()
  })
  beforeEach(async () => {
    await deploy(shop, filesOf({}), { allowDestructive: true })
  })

  const apply = (groups: Readonly<Record<string, string>>, allowDestructive = false): Promise<string[]> =>
    deploy(shop, filesOf(groups), { allowDestructive })
  const drift = async (): Promise<string[]> =>
    (await findDrift(shop.database.reader, kinds, solutionContent(shop.catalog.snapshot(), 'shop'))).map(
      ({ kind, path, sentence }) => `${kind} ${path}: ${sentence}`,
    )
  const members = async (code: string): Promise<string[]> => {
    const rows = await shop.database.reader.rows<{ member: string }>(
      sql`select member from group_member where group_id = ${id(code)} order by member`,
    )
    return rows.map(({ member }) => member)
  }
  /** Creates a global group by hand and returns its id. */
  const byHand = async (name: string, namespace = 'global'): Promise<string> =>
    JSON.parse((await people.groups.create(caller, namespace, { __name: name, code: name })).text).__id

  it('are created with ids that are the same on every installation, and a second apply has no changes', async () => {
    const groups = { all: 'name: All\ngroups: [shop.clerks, global.all_users]', clerks: 'name: Clerks\nrole: true' }
    assert.deepEqual(await apply(groups), [
      'shop.all: adds the group shop.all "All", which contains global.all_users, shop.clerks',
      'shop.clerks: adds the role shop.clerks "Clerks"',
    ])
    assert.deepEqual(await members('all'), [groupIdOf('global', 'all_users'), id('clerks')].sort())
    const written = await rowVersions(shop.database)
    assert.deepEqual(await apply(groups), [])
    assert.equal(await rowVersions(shop.database), written)
    assert.deepEqual(
      shop.catalog
        .snapshot()
        .of(storedGroups)
        .map(({ solution, code, isRole }) => [solution, code, isRole]),
      [
        ['shop', 'all', false],
        ['shop', 'clerks', true],
      ],
    )
  })

  it('are changed when their files change', async () => {
    await apply({ a: 'name: A\ngroups: [shop.b]', b: 'name: B', c: 'name: C' })
    const after = {
      a: 'name: AA\ndescription: D\nrole: true\ndefault: true\ngroups: [shop.c]',
      b: 'name: B',
      c: 'name: C',
    }
    assert.deepEqual(await apply(after), [
      'shop.a: the group shop.a is called "AA" instead of "A"',
      'shop.a: the group shop.a has another description',
      'shop.a: the group shop.a is a role',
      'shop.a: the group shop.a has every user in it',
      'shop.a: the group shop.a contains shop.c',
      'shop.a: the group shop.a no longer contains shop.b',
    ])
    const groups = await presentGroups(shop.database.reader)
    const { name, description, isRole, isDefault, solution } = groups.find(({ path }) => path === 'shop.a')!
    assert.deepEqual(
      { name, description, isRole, isDefault, solution },
      { name: 'AA', description: 'D', isRole: true, isDefault: true, solution: 'shop' },
    )
    assert.deepEqual(await members('a'), [id('c')])
    assert.deepEqual(await apply(after), [])
  })

  it('keep members that were added by hand, including other groups', async () => {
    const friends = await byHand('friends')
    await apply({ a: 'name: A', b: 'name: B' })
    await people.groups.addItems(caller, id('a'), [anna, friends, id('b')])
    await apply({ a: 'name: A\ngroups: [shop.b]', b: 'name: B' })
    assert.deepEqual(await members('a'), [anna, friends, id('b')].sort())
    // The group B is still a member of A: people added B by hand, so a file that does not name B does not remove B.
    assert.deepEqual(await drift(), [])
    await apply({ a: 'name: AA', b: 'name: B' })
    assert.deepEqual(await members('a'), [anna, friends, id('b')].sort())
  })

  it('are removed with consent when they have members, and are restored empty', async () => {
    await apply({ a: 'name: A', b: 'name: B\nrole: true' })
    await people.groups.addItems(caller, id('b'), [anna])
    const plan = await planned(shop, filesOf({}))
    assert.deepEqual(
      plan.changes.map(({ kind, what, sentence, destructive }) => [kind, what, sentence, destructive]),
      [
        ['remove', 'group', 'removes the group shop.a', false],
        ['remove', 'group', 'removes the role shop.b; its 1 member is forgotten', true],
      ],
    )
    await assert.rejects(apply({}), /needs consent .*removes the role shop\.b/)
    await apply({}, true)
    assert.deepEqual(shop.catalog.snapshot().of(storedGroups), [])
    await assert.rejects(people.groups.get(id('b')), /not found/)
    assert.deepEqual(await apply({ b: 'name: B\nrole: true' }), ['shop.b: adds the role shop.b "B"'])
    assert.deepEqual(await members('b'), [])
    assert.equal(JSON.parse((await people.groups.get(id('b'))).text).__deletedAt, null)
  })

  it('are not removed while another group contains them, even with consent', async () => {
    await apply({ a: 'name: A\ngroups: [shop.b]', b: 'name: B' })
    const outside = await byHand('outside')
    await people.groups.addItems(caller, outside, [id('b')])
    await assert.rejects(apply({ a: 'name: A' }, true), {
      code: 'definition.blocked',
      message: 'This cannot be done: shop.b: cannot remove the group shop.b: global.outside "outside" contains it',
    })
    await people.groups.remove(caller, outside)
    await apply({ a: 'name: A' })
    assert.deepEqual(await members('a'), [])
  })

  it('are not removed either when they were added by hand to a group that stays', async () => {
    await apply({ a: 'name: A', b: 'name: B' })
    await people.groups.addItems(caller, id('a'), [id('b')])
    await assert.rejects(apply({ a: 'name: A' }, true), /cannot remove the group shop\.b: shop\.a "A" contains it/)
    await apply({}, true)
    assert.deepEqual(shop.catalog.snapshot().of(storedGroups), [])
  })

  it('do not replace a group that was created by hand', async () => {
    const own = await byHand('Mine', 'shop')
    await assert.rejects(apply({ mine: 'name: Other' }), {
      code: 'definition.blocked',
      message:
        'This cannot be done: shop.mine: cannot add the group shop.mine: "Mine", created by hand, has its code; delete that one first',
    })
    await people.groups.remove(caller, own)
    await apply({ mine: 'name: Other' })
  })

  it('have drift when they are changed by hand, until the files are applied again', async () => {
    const groups = { a: 'name: A\ngroups: [shop.b]', b: 'name: B\nrole: true' }
    await apply(groups)
    await people.groups.addItems(caller, id('b'), [anna])
    assert.deepEqual(await drift(), [])
    await people.groups.update(caller, id('a'), { __name: 'Mine', description: 'x', isDefault: true })
    await people.groups.removeItems(caller, id('a'), [id('b')])
    const own = await byHand('Own', 'shop')
    assert.deepEqual(await drift(), [
      'changed shop.a: the group shop.a is called "Mine" instead of "A"',
      'changed shop.a: the group shop.a has another description',
      'changed shop.a: the group shop.a has every user in it',
      'changed shop.a: the group shop.a no longer contains shop.b',
      'added shop.own: the group shop.own "Own" was created by hand',
    ])
    assert.deepEqual(await apply(groups), [
      'shop.a: the group shop.a is called "A" instead of "Mine"',
      'shop.a: the group shop.a has another description',
      'shop.a: the group shop.a has no longer every user in it',
      'shop.a: the group shop.a contains shop.b',
    ])
    assert.deepEqual(await drift(), ['added shop.own: the group shop.own "Own" was created by hand'])
    assert.deepEqual(await members('b'), [anna])
    await people.groups.remove(caller, own)
    assert.deepEqual(await drift(), [])
  })

  it('have no drift any more when the files make the same change', async () => {
    await apply({ a: 'name: A' })
    await people.groups.update(caller, id('a'), { __name: 'Better' })
    assert.deepEqual(await apply({ a: 'name: Better' }), [
      'shop.a: the files make the same change to the group shop.a as was made by hand',
    ])
    assert.deepEqual(await drift(), [])
    assert.deepEqual(await apply({ a: 'name: Better' }), [])
  })

  it('that are missing, although nobody may delete them, have drift and are created again', async () => {
    await apply({ a: 'name: A' })
    await shop.database.single.rows(sql`update user_group set deleted_at = now() where id = ${id('a')}`)
    assert.deepEqual(await drift(), ['removed shop.a: the group shop.a is gone'])
    assert.deepEqual(await apply({ a: 'name: A' }), ['shop.a: adds the group shop.a "A"'])
    assert.deepEqual(await drift(), [])
  })
})
