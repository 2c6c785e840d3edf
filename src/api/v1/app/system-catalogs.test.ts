import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  assertDone,
  assertRefused,
  aUser,
  type Everything,
  item,
  listed,
  made,
  startEverything,
  things,
} from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'

const catalogs = ['/pub/v1/app/_system_catalogs/employee', '/pub/v1/app/_system_catalogs/_users'] as const
const users = '/pub/v1/user/list'
const nobody = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'

let started: Everything
let anna: { id: string; call: Call }
before(async () => {
  started = await startEverything()
  anna = await aUser(started, { login: 'anna', email: 'anna@example.org', lastname: 'Иванова', position: 'Lawyer' })
  const boris = await aUser(started, { login: 'boris', lastname: 'Петров' })
  assertDone(await started.call('POST', `/api/v1/users/${boris.id}/block`))
})
after(() => started[Symbol.asyncDispose]())

for (const catalog of catalogs) {
  describe(catalog.slice('/pub/v1/app/'.length), () => {
    const logins = async (body: unknown, call: Call = started.call): Promise<string[]> =>
      (await listed(call, catalog, body)).items.map(({ login }) => login).sort()

    it('lists the same users as /user/list, for administrators and others, by POST and by GET', async () => {
      for (const call of [started.call, anna.call]) {
        for (const body of [{}, '', [], { size: 2, from: 1 }, { active: true, size: -1 }]) {
          assert.deepEqual(await listed(call, catalog, body), await listed(call, users, body))
        }
        const answer = await call('GET', `${catalog}/list?query=${encodeURIComponent('{"size":1}')}`)
        assert.deepEqual([answer.body.result.result.length, answer.body.result.total], [1, 3])
      }
    })

    it('has the fields that programs read', async () => {
      const { items } = await listed(started.call, catalog, { ids: [anna.id] })
      const { __id, id, __name, __index, email, user, position, mobilePhone, workPhone, __deletedAt } = items[0]
      assert.deepEqual(
        { __id, id, __name, __index, email, user, position, mobilePhone, workPhone, __deletedAt },
        {
          __id: anna.id,
          id: anna.id,
          __name: 'Иванова',
          __index: 2,
          email: 'anna@example.org',
          user: [anna.id],
          position: 'Lawyer',
          mobilePhone: null,
          workPhone: null,
          __deletedAt: null,
        },
      )
      for (const time of ['__createdAt', '__updatedAt']) assert.match(items[0][time], /^\d{4}-.*Z$/)
    })

    it('accepts every filter, sort key and list of fields', async () => {
      for (const [filter, found] of [
        [{ tf: { email: 'EXAMPLE' } }, ['anna']],
        [{ tf: { user: anna.id } }, ['anna']],
        [{ tf: { id: anna.id } }, ['anna']],
        [{ eq: [{ field: 'position' }, null] }, ['admin', 'boris']],
        [{ eql: { query: '[user] in (CurrentUser())' } }, ['admin']],
        [{ eql: { query: "[user.login] = 'anna'" } }, ['anna']],
        [{ eql: { query: '[__index] > 1' } }, ['anna', 'boris']],
      ] as const) {
        assert.deepEqual(await logins({ filter }), found, JSON.stringify(filter))
      }
      assert.deepEqual(await logins({ statusCode: ['blocked'] }), ['boris'])
      const { statusItems, groupItems } = (await started.call('GET', `${catalog}/settings/status`)).body
      assert.deepEqual(
        statusItems.map(({ id, code }: Body) => [id, code]),
        [
          [1, 'invited'],
          [2, 'active'],
          [3, 'blocked'],
        ],
      )
      assert.equal((await logins({ statusGroupId: groupItems[0].id })).length, 3)
      const fields = { __index: true, user: { login: true } }
      const sortExpressions = [{ field: '__index', ascending: false }]
      const { items } = await listed(started.call, catalog, { fields, sortExpressions, from: 1, size: 1 })
      assert.deepEqual(items, [{ __id: anna.id, __index: 2, user: [{ __id: anna.id, login: 'anna' }] }])
    })

    it('returns one user by id', async () => {
      for (const method of ['GET', 'POST']) {
        const answer = await anna.call(method, `${catalog}/${anna.id}/get`)
        assert.deepEqual(item(answer), (await listed(started.call, catalog, { ids: [anna.id] })).items[0])
      }
      for (const id of [nobody, 'x'])
        assertRefused(await started.call('GET', `${catalog}/${id}/get`), 404, 'element.not_found', /not found/)
    })

    it('is listed and described like any other application', async () => {
      const code = catalog.split('/').at(-1)
      for (const call of [started.call, anna.call]) {
        const query = encodeURIComponent('{"filter":{"tf":{"namespace":"_system_catalogs"}}}')
        const list = (await call('GET', `/pub/v1/app/list?query=${query}`)).body.result.result
        const { name, sectionName, type } = list.find((one: Body) => one.code === code)
        assert.deepEqual([typeof name, sectionName, type], ['string', 'System catalogs', 'STANDARD'])
        const apps = '/pub/v1/scheme/namespaces/_system_catalogs/apps'
        const schemas = (await call('GET', apps)).body.result.result
        const { body } = await call('GET', `${apps}/${code}`)
        assert.deepEqual(
          schemas.find((one: Body) => one.code === code),
          body.application,
        )
        const { fields, rights, forms } = body.application
        const types = new Map(fields.map((field: Body) => [field.code, field.type]))
        assert.deepEqual(
          ['__id', '__index', 'email', 'user', 'mobilePhone', '__status'].map((field) => types.get(field)),
          ['CATEGORY', 'FLOAT', 'STRING', 'SYS_USER', 'PHONE', 'STATUS'],
        )
        assert.deepEqual(rights, ['view', 'export'])
        assert.ok(forms.edit.fields.every((field: Body) => field.readonly))
        for (const list of ['doctemplates', 'processes', 'groups'])
          assert.equal((await call('GET', `${apps}/${code}/${list}`)).body.result.total, 0)
        assert.deepEqual((await call('GET', `${apps}/${code}/exportable`)).body.exportable, false)
      }
    })

    it('refuses changes by every user, and say where users are changed', async () => {
      const before = await listed(started.call, catalog)
      for (const call of [started.call, anna.call]) {
        for (const [path, body] of [
          ['create', { context: { email: 'x@example.org' } }],
          [`${anna.id}/update`, { context: { email: 'x@example.org' } }],
          [`${anna.id}/set-status`, { status: { code: 'blocked' } }],
          ['import', { fileHash: nobody }],
          ['import/status', {}],
        ] as const) {
          const answer = await call('POST', `${catalog}/${path}`, body)
          assertRefused(answer, 400, 'application.read_only', /is built in: .* \/api\/v1\/users/)
        }
      }
      assert.deepEqual(await listed(started.call, catalog), before)
    })
  })
}

describe('the built-in applications in queries of other applications', () => {
  const titles = async (query: string): Promise<string[]> =>
    (await listed(started.call, things, { filter: { eql: { query } } })).items.map(({ title }) => title).sort()

  before(async () => {
    await made(started.call, things, { title: "Anna's", owner: [anna.id] })
    await made(started.call, things, { title: "Nobody's" })
  })

  it('can be used in sub-queries, and are the target of user fields', async () => {
    for (const code of ['employee', '_users']) {
      assert.deepEqual(
        await titles(`[owner] in (select [__id] from [_system_catalogs.${code}] where [position] = 'Lawyer')`),
        ["Anna's"],
      )
      assert.deepEqual(
        await titles(`Count(from [_system_catalogs.${code}] where [user] in parent.[owner]) = 1 and [title] like 'a'`),
        ["Anna's"],
      )
    }
    const { items } = await listed(started.call, things, { fields: { title: true, owner: { position: true } } })
    assert.deepEqual(items.find(({ title }) => title === "Anna's").owner, [{ __id: anna.id, position: 'Lawyer' }])
  })

  it('are suggested when a name is misspelt', async () => {
    const answer = await started.call('POST', '/pub/v1/app/_system_catalogs/employe/list')
    assertRefused(answer, 404, 'application.not_found', /did you mean "_system_catalogs\.employee"\?/)
  })
})
