import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../../../test/database.ts'
import { createMovableClock } from '../../../../foundation/kit/clock.ts'
import { People, systemCaller } from '../../../../people/index.ts'
import type { Value } from '../../../engine/model/index.ts'
import { createFindPerformers, type KnownPersons, type Performers } from './resolve-performers.ts'

let database: TestDatabase
let people: People
const clock = createMovableClock()
const ids: Record<string, string> = {}
const admin = systemCaller('00000000-0000-7000-8000-000000000001')

before(async () => {
  database = await openTestDatabase()
  people = new People({ database, clock })
  for (const login of ['anna', 'boris', 'clara', 'dora', 'gone'])
    ids[login] = await people.createUser(admin, { login, lastname: login, email: `${login}@example.org` })
  for (const login of ['twin1', 'twin2'])
    ids[login] = await people.createUser(admin, { login, lastname: login, email: 'twin@example.org' })
  await people.changeUser(admin, ids.gone!, { status: 'blocked' })
  const chart = async (
    name: string,
    kind: 'department' | 'position' | 'position_type',
    parent?: string,
    holders?: string[],
  ) => {
    const at = parent === undefined ? {} : { parent: ids[parent]! }
    const by = holders === undefined ? {} : { holders: holders.map((login) => ids[login]!) }
    ids[name] = await people.orgChart.create(admin, { name, kind, code: name, ...at, ...by })
  }
  // director (dora) > sales > head (vacant) > deputy (gone, who is blocked) > seller (anna), agents (boris, clara)
  await chart('company', 'department')
  await chart('director', 'position', 'company', ['dora'])
  await chart('sales', 'department', 'director')
  await chart('head', 'position', 'sales')
  await chart('deputy', 'position', 'head', ['gone'])
  await chart('seller', 'position', 'deputy', ['anna'])
  await chart('agents', 'position_type', 'deputy', ['boris', 'clara'])
  await chart('empty', 'department', 'director')
  for (const [code, members] of [
    ['lawyers', ['anna', 'boris']],
    ['nobody', []],
    ['former', ['gone']],
  ] as const) {
    const group = await people.groups.create(admin, 'global', { __name: code, code })
    ids[code] = JSON.parse(group.text).__id
    await people.groups.addItems(
      admin,
      ids[code]!,
      members.map((login) => ids[login]!),
    )
  }
})
after(async () => {
  await people.close()
  await database.close()
})

async function find(type: string, value: Value, known: Partial<KnownPersons> = {}): Promise<Performers> {
  const finder = createFindPerformers(clock)
  return finder(database.reader, [{ type, value }], { initiator: ids.clara!, ...known })
}
const isAssigned = async (type: string, value: Value, login: string, known: Partial<KnownPersons> = {}) =>
  assert.deepEqual(await find(type, value, known), { assignee: ids[login] })
const hasCandidates = async (type: string, value: Value, ...names: string[]) =>
  assert.deepEqual(await find(type, value), { candidates: names.map((name) => ids[name]) })
const isProblem = async (type: string, value: Value, sentence: RegExp) => {
  const found = await find(type, value)
  assert.ok('problem' in found, JSON.stringify(found))
  assert.match(found.problem, sentence)
}

describe('a task is assigned to', () => {
  it('a user by id, login or e-mail in any case', async () => {
    for (const value of [ids.anna, 'Anna', 'ANNA@example.org']) await isAssigned('user', value, 'anna')
  })
  it('the initiator', () => isAssigned('initiator', null, 'clara'))
  it('the holder of a position, by its code or id', async () => {
    for (const value of ['seller', ids.seller]) await isAssigned('position', value, 'anna')
  })
  it('the only user in the value of an expression or a variable', async () => {
    for (const value of [ids.anna, [ids.anna], { id: ids.anna }, [{ code: ids.anna, type: 'user' }], ['anna', 'anna']])
      for (const type of ['expression', 'variable']) await isAssigned(type, value, 'anna')
  })
  it('the holder of the nearest filled position above; vacant positions and blocked users are passed', async () => {
    await isAssigned('supervisor', 'initiator', 'dora')
    await isAssigned('supervisor', 'anna', 'dora')
    await isAssigned('supervisor', 'performer', 'dora', { performer: ids.boris })
    await people.orgChart.update(admin, ids.head!, { holders: [ids.boris!] })
    await isAssigned('supervisor', ids.anna, 'boris')
    // Boris is also an agent below his own position.
    await isAssigned('supervisor', 'boris', 'dora')
    await people.orgChart.update(admin, ids.head!, { holders: [] })
  })
})

describe('a task has candidates', () => {
  it('from a group or role by path or id', async () => {
    for (const type of ['group', 'role']) await hasCandidates(type, 'Global.Lawyers', 'lawyers')
    await hasCandidates('group', ids.lawyers, 'lawyers')
  })
  it('from a department or a position with several holders', async () => {
    await hasCandidates('position', 'sales', 'sales')
    await hasCandidates('position', 'agents', 'agents')
  })
  it('from an expression that gives users and groups, without those who are blocked', async () => {
    await hasCandidates('expression', ['anna', [ids.gone, 'global.lawyers'], 'boris'], 'anna', 'lawyers', 'boris')
  })
})

describe('a task has no performer', () => {
  it('when the user is blocked or unknown', async () => {
    await isProblem('user', 'gone', /^the task has no performer: user "gone" is blocked$/)
    await isProblem('user', 'nemo', /there is no user "nemo"/)
    await isProblem('user', 'global.lawyers', /there is no user/)
  })
  it('when an e-mail is not unique', () => isProblem('user', 'twin@example.org', /several users have the e-mail/))
  it('when a group is empty, unknown, or has blocked users only', async () => {
    await isProblem('group', 'global.nobody', /group "nobody" has no active user/)
    await isProblem('group', 'global.former', /group "former" has no active user/)
    await isProblem('group', 'global.unknown', /there is no group "global.unknown"/)
  })
  it('when a position is vacant, held by a blocked user, or in an empty department', async () => {
    await isProblem('position', 'head', /position "head" is vacant/)
    await isProblem('position', 'deputy', /position "deputy" is vacant/)
    await isProblem('position', 'empty', /department "empty" has no active user/)
  })
  it('when the value of an expression is empty or contains no names', async () => {
    for (const value of [null, [], '', [null]]) await isProblem('expression', value, /the value is empty/)
    for (const value of [true, 5, [5], { name: 7 }]) {
      const found = await find('variable', value)
      assert.ok('problem' in found)
    }
  })
  it('when nobody stands above the user', async () => {
    await isProblem('supervisor', 'dora', /no filled position stands above/)
    await isProblem('supervisor', 'twin1', /no filled position stands above user "twin1"/)
    await isProblem('supervisor', 'nemo', /does not exist/)
  })
})

it('the result of a look-up is cached for a second, and a blocked user is left out afterwards', async () => {
  const finder = createFindPerformers(clock)
  const look = () => finder(database.reader, [{ type: 'user', value: 'twin1' }], { initiator: ids.clara! })
  assert.deepEqual(await look(), { assignee: ids.twin1 })
  await people.changeUser(admin, ids.twin1!, { status: 'blocked' })
  clock.advance(1_001)
  assert.ok('problem' in (await look()))
})
