import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertRefused, aUser, type Everything, listed, startEverything } from '../../../../../test/everything.ts'
import type { Call } from '../../../../../test/platform.ts'
import { sql } from '../../../../foundation/db/sql.ts'
import { administrators, aGroup, allUsers, anItem, groups, names, rows } from './groups.fixture.ts'

const ids: Record<string, string> = {}
let started: Everything
let call: Call
before(async () => {
  started = await startEverything()
  call = started.call
  for (const login of ['anna', 'boris', 'clara', 'dora', 'blocked']) ids[login] = (await aUser(started, { login })).id
  const at = (name: string): string => ids[name]!
  ids.company = await anItem(call, 'department', 'Company')
  ids.legal = await anItem(call, 'department', 'Legal', { parent: at('company') })
  ids.contracts = await anItem(call, 'department', 'Contracts', { parent: at('legal') })
  ids.head = await anItem(call, 'position', 'Head', { parent: at('legal'), holders: [at('boris')] })
  ids.lawyers = await anItem(call, 'position_type', 'Lawyers', {
    parent: at('contracts'),
    holders: [at('clara'), at('blocked')],
  })
  ids.sub = await aGroup(call, 'Sub', [at('head'), at('anna')])
  ids.group = await aGroup(call, 'Group', [at('anna'), at('blocked'), at('sub')])
  ids.department = await aGroup(call, 'By department', [at('legal')])
  ids.top = await aGroup(call, 'Top', [at('group'), at('lawyers')])
  ids.everybody = await aGroup(call, 'Everybody', [], { isDefault: true })
  // The user is blocked by a statement, because this test has no operation for it.
  await started.platform.database.single.rows(sql`update users set status = 3 where id = ${at('blocked')}`)
})
after(() => started[Symbol.asyncDispose]())

const users = (name: string, query = '') => names(call, `${groups}/${ids[name] ?? name}/users${query}`)
const user = async (login: string) => (await listed(call, '/pub/v1/user/list', { ids: [ids[login]] })).items[0]
const groupNames = async (login: string): Promise<string[]> => {
  const { groupIds } = await user(login)
  const { items } = await listed(call, groups, { ids: groupIds, size: 100, fields: { __name: true } })
  return items.map(({ __name }) => __name).sort()
}

describe('the users of a group', () => {
  it('are its direct members, including blocked users', async () => {
    assert.deepEqual(await users('group'), ['anna', 'blocked'])
    assert.deepEqual(await users('top'), [])
  })

  it('with effective include those of sub-groups and positions, each once, without blocked users', async () => {
    assert.deepEqual(await users('group', '?effective=true'), ['anna', 'boris'])
    assert.deepEqual(await users('top', '?effective=true'), ['anna', 'boris', 'clara'])
    assert.deepEqual(await users('sub', '?effective=true'), ['anna', 'boris'])
  })

  it('with effective include the holders of all positions below a department', async () => {
    assert.deepEqual(await users('department'), [])
    assert.deepEqual(await users('department', '?effective=true'), ['boris', 'clara'])
  })

  it('are all users who are not blocked for a default group and "All users", and the administrators for "Administrators"', async () => {
    for (const query of ['', '?effective=true']) {
      assert.deepEqual(await users('everybody', query), ['admin', 'anna', 'boris', 'clara', 'dora'])
      assert.deepEqual(await users(allUsers, query), ['admin', 'anna', 'boris', 'clara', 'dora'])
      assert.deepEqual(await users(administrators, query), ['admin'])
    }
  })

  it('are counted effectively in usersCount', async () => {
    const { items } = await listed(call, groups, { size: 100, fields: { __name: true, usersCount: true } })
    const counts = Object.fromEntries(items.map(({ __name, usersCount }) => [__name, usersCount]))
    assert.deepEqual([counts.Top, counts.Group, counts['By department'], counts['All users']], [3, 2, 2, 5])
  })

  it('have pages with an exact total, and can be filtered', async () => {
    const query = encodeURIComponent(JSON.stringify({ effective: true, size: 1, filter: { login: 'a' } }))
    const { result } = (await call('GET', `${groups}/${ids.top}/users?query=${query}`)).body
    assert.deepEqual([result.total, result.result.length], [2, 1])
    assertRefused(await call('GET', `${groups}/${ids.top}/users?effective=x`), 400, 'input.wrong', /boolean/)
  })
})

describe('the positions of a group', () => {
  it('are its direct positions; effectively also those of sub-groups and below departments', async () => {
    const positions = (name: string, query = '') => names(call, `${groups}/${ids[name]}/positions${query}`)
    assert.deepEqual(await positions('sub'), ['Head'])
    assert.deepEqual(await positions('top'), ['Lawyers'])
    assert.deepEqual(await positions('top', '?effective=true'), ['Head', 'Lawyers'])
    assert.deepEqual(await positions('department'), [])
    assert.deepEqual(await positions('department', '?effective=true'), ['Head', 'Lawyers'])
  })

  it('have a type, a parent and holders', async () => {
    assert.deepEqual(await rows(call, `${groups}/${ids.sub}/positions`), [
      { __id: ids.head, __name: 'Head', type: 'POSITION', code: null, parent: ids.legal, userIds: [ids.boris] },
    ])
  })
})

describe('a user', () => {
  it('has the ids of all effective groups in groupIds', async () => {
    assert.deepEqual(await groupNames('anna'), ['All users', 'Everybody', 'Group', 'Sub', 'Top'])
    assert.deepEqual(await groupNames('boris'), ['All users', 'By department', 'Everybody', 'Group', 'Sub', 'Top'])
    assert.deepEqual(await groupNames('clara'), ['All users', 'By department', 'Everybody', 'Top'])
    assert.deepEqual(await groupNames('dora'), ['All users', 'Everybody'])
    assert.deepEqual((await user('blocked')).groupIds, [])
  })

  it('has the ids of the held positions and the departments above them in osIds', async () => {
    const of = async (login: string) => (await user(login)).osIds.toSorted()
    assert.deepEqual(await of('clara'), [ids.lawyers, ids.contracts, ids.legal, ids.company].sort())
    assert.deepEqual(await of('boris'), [ids.head, ids.legal, ids.company].sort())
    assert.deepEqual(await of('anna'), [])
  })

  it('is found by groupIds', async () => {
    const filter = { groupIds: [ids.sub] }
    const { items } = await listed(call, '/pub/v1/user/list', { filter })
    assert.deepEqual(items.map(({ login }) => login).sort(), ['anna', 'boris'])
  })

  it('is found by groupIds in every form of a filter, by effective membership', async () => {
    const field = { field: 'groupIds' }
    const found = async (filter: object) =>
      (await listed(call, '/pub/v1/user/list', { filter })).items.map(({ login }) => login).sort()
    const { items } = await listed(call, '/pub/v1/user/list', { size: 100 })
    const inAny = (...groups: (string | undefined)[]) =>
      items.flatMap(({ login, groupIds }) => (groups.some((group) => groupIds.includes(group)) ? [login] : [])).sort()
    for (const group of [ids.top, ids.department, ids.everybody, ids.company, 'f44cd2fb-1049-5b51-9a53-26f325ba9360'])
      assert.deepEqual(await found({ groupIds: [group] }), inAny(group))
    const [sub, department] = [ids.sub!, ids.department!]
    for (const filter of [
      { tf: { groupIds: [sub, department] } },
      { in: [field, { list: [sub.toUpperCase(), department, ...Array(20).fill(ids.company)] }] },
      { eql: { query: `[groupIds] in ('${sub}', '${department}')` } },
    ])
      assert.deepEqual(await found(filter), inAny(sub, department), JSON.stringify(filter))
    assert.deepEqual(await found({ in: [field, { list: [] }] }), [])
    const others = items.map(({ login }) => login).filter((login) => !inAny(sub).includes(login))
    assert.deepEqual(await found({ not: { in: [field, { list: [sub] }] } }), others.sort())
  })
})
