import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  assertDone,
  assertRefused,
  aUser,
  type Everything,
  listed,
  startEverything,
} from '../../../../test/everything.ts'

const users = '/pub/v1/user/list'
const nobody = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'

let started: Everything
let annaId: string
before(async () => {
  started = await startEverything()
  const anna = {
    login: 'anna',
    email: 'Anna@example.org',
    lastname: 'Иванова',
    firstname: 'Анна',
    middlename: 'Олеговна',
  }
  annaId = (await aUser(started, { ...anna, position: 'Lawyer' })).id
  await aUser(started, { login: 'boris', email: 'boris@example.org', lastname: 'Петров', firstname: 'Борис' })
  await aUser(started, { login: 'same', email: 'same@same', lastname: 'Same' })
})
after(() => started[Symbol.asyncDispose]())

async function logins(body: unknown): Promise<string[]> {
  const { items, total } = await listed(started.call, users, body)
  assert.equal(total, items.length)
  return items.map(({ login }) => login).sort()
}

describe('the list of users', () => {
  it('returns the requested fields only', async () => {
    const { items } = await listed(started.call, users, { ids: [annaId], fields: { login: true } })
    assert.deepEqual(items, [{ __id: annaId, login: 'anna' }])
  })

  it('contains all users, for any caller, by GET and by POST', async () => {
    const everybody = ['admin', 'anna', 'boris', 'same']
    for (const body of ['', {}, [], null, { size: 100 }]) assert.deepEqual(await logins(body), everybody)
    for (const query of ['', '?query={}', '?from=0&size=50']) {
      const answer = await started.call('GET', `${users}${query}`)
      assertDone(answer)
      assert.equal(answer.body.result.total, 4)
    }
    const token = await started.call('POST', '/api/v1/tokens', { name: 'test', login: 'boris' })
    assert.equal((await listed(started.as(token.body.token), users)).total, 4)
  })

  it('has every field in the JSON type that clients read', async () => {
    const { items } = await listed(started.call, users, { ids: [annaId] })
    const { __createdAt, __updatedAt, ...anna } = items[0]
    for (const time of [__createdAt, __updatedAt]) assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    assert.deepEqual(anna, {
      __id: annaId,
      id: annaId,
      __index: 2,
      __version: Date.parse(__updatedAt) / 1000,
      __name: 'Иванова Анна Олеговна',
      __createdBy: started.userId,
      __updatedBy: started.userId,
      __deletedAt: null,
      __status: { order: 1, status: 2 },
      login: 'anna',
      email: 'Anna@example.org',
      fullname: { lastname: 'Иванова', firstname: 'Анна', middlename: 'Олеговна' },
      user: [annaId],
      displayedPosition: 'Lawyer',
      position: 'Lawyer',
      groupIds: ['f44cd2fb-1049-5b51-9a53-26f325ba9360'],
      osIds: [],
      avatar: null,
      birthDate: null,
      hireDate: null,
      mobilePhone: null,
      workPhone: null,
      accounts: null,
      additionalData: null,
      employee: null,
      timezone: null,
    })
  })

  it('has an empty text where a user has no value', async () => {
    const { items } = await listed(started.call, users, { ids: [started.userId] })
    assert.deepEqual([items[0].email, items[0].displayedPosition], ['', ''])
    assert.equal(items[0].__createdBy, '00000000-0000-0000-0000-000000000000')
  })

  it('is filtered with and without tf, by login, email, full name, its parts and the id', async () => {
    for (const [filter, found] of [
      [{ login: 'ann' }, ['anna']],
      [{ email: 'EXAMPLE.org' }, ['anna', 'boris']],
      [{ 'fullname.lastname': 'петров' }, ['boris']],
      [{ fullname: 'иванова анна' }, ['anna']],
      [{ __name: 'олеговна' }, ['anna']],
      [{ __id: annaId }, ['anna']],
      [{ fullname: 'same', login: 'same', email: 'same' }, ['same']],
      [{ fullname: 'same', login: 'same', email: 'example' }, []],
      [{ email: null }, ['admin']],
      [{ displayedPosition: 'lawyer' }, ['anna']],
    ] as const) {
      assert.deepEqual(await logins({ filter }), found, JSON.stringify(filter))
      assert.deepEqual(await logins({ filter: { tf: filter } }), found, JSON.stringify(filter))
    }
    const eq = { eq: [{ field: 'login' }, { const: 'anna' }] }
    assert.deepEqual(await logins({ filter: eq }), ['anna'])
    assert.deepEqual(await logins({ filter: { eql: { query: "[fullname.lastname] = 'Петров'" } } }), ['boris'])
    assert.deepEqual(await logins({ filter: { eql: { query: '[__id] = CurrentUser()' } } }), ['admin'])
  })

  it('is restricted by ids, where an unknown id matches nobody, and accepts active', async () => {
    assert.deepEqual(await logins({ ids: [annaId, nobody] }), ['anna'])
    assert.deepEqual(await listed(started.call, users, { ids: [nobody] }), { items: [], total: 0 })
    for (const active of [true, false]) assert.equal((await logins({ active })).length, 4)
  })

  it('sorts by __index, the order of creation', async () => {
    for (const [ascending, expected] of [
      [true, ['admin', 'anna', 'boris', 'same']],
      [false, ['same', 'boris', 'anna', 'admin']],
    ] as const) {
      const sortExpressions = [{ field: '__index', ascending }]
      const { items } = await listed(started.call, users, { sortExpressions })
      assert.deepEqual(
        items.map(({ login }) => login),
        expected,
      )
      assert.deepEqual(items.map(({ __index }) => __index).sort(), [1, 2, 3, 4])
    }
  })

  it('has all users on one page with a negative size', async () => {
    assert.equal((await logins({ size: -1 })).length, 4)
    const answer = await started.call('GET', `${users}?size=-1`)
    assert.equal(answer.body.result.result.length, 4)
  })

  it('has pages, sorted as asked, with an exact total', async () => {
    const sortExpressions = [{ field: 'login', ascending: false }]
    const page = await listed(started.call, users, { from: 1, size: 2, sortExpressions })
    assert.deepEqual([page.items.map(({ login }) => login), page.total], [['boris', 'anna'], 4])
    assert.deepEqual(await listed(started.call, users, { from: 10 }), { items: [], total: 4 })
    assert.deepEqual(await listed(started.call, users, { size: 0 }), { items: [], total: 4 })
  })

  it('never shows a password, a token or a hash', async () => {
    const { items } = await listed(started.call, users)
    assert.doesNotMatch(JSON.stringify(items), /password|token|hash|administrator"/)
  })

  it('refuses an unknown field by name', async () => {
    const answer = await started.call('POST', users, { filter: { logn: 'x' } })
    assertRefused(answer, 400, 'query.unknown_field', /unknown field "logn"; did you mean "login"\?/)
  })
})
