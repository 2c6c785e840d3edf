import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  assertDone,
  assertRefused,
  aUser,
  type Everything,
  listed,
  startEverything,
} from '../../../../../test/everything.ts'
import type { Call } from '../../../../../test/platform.ts'
import { aGroup, groups, inGlobal, names, nobody } from './groups.fixture.ts'

let started: Everything
let call: Call
let anna: string
const ids: Record<string, string> = {}
before(async () => {
  started = await startEverything()
  call = started.call
  anna = (await aUser(started, { login: 'anna' })).id
  ids.lawyers = await aGroup(call, 'Lawyers', [anna], { code: 'lawyers' })
  ids.legal = await aGroup(call, 'Legal', [ids.lawyers!])
  ids.staff = await aGroup(call, 'Staff', [ids.legal!])
  const answer = await call('POST', '/pub/v1/scheme/namespaces/all/groups', { __name: 'Registrar', isRole: true })
  assertDone(answer)
  assertDone(await call('DELETE', `${groups}/${await aGroup(call, 'Gone')}`))
})
after(() => started[Symbol.asyncDispose]())

async function found(filter: unknown, more: object = {}): Promise<string[]> {
  const { items, total } = await listed(call, groups, { filter, ...more })
  assert.equal(total, items.length)
  return items.map(({ name }) => name).sort()
}

const byHand = ['Administrators', 'All users', 'Lawyers', 'Legal', 'Staff']
/** Roles of the namespaces `docs`, `ref` and `all`. */
const ofSolutions = [
  'Directors',
  'Heads of departments',
  'Lawyers',
  'Registrar',
  'Registrars',
  'Registrars of letters',
  'Staff',
]
const all = [...byHand, ...ofSolutions].sort()

describe('the list of groups', () => {
  it('contains all groups except deleted ones, by GET and by POST', async () => {
    for (const body of ['', {}, [], null, { active: true }, { filter: {} }])
      assert.equal((await listed(call, groups, body)).total, all.length)
    const [path, query] = [`${groups}/list`, encodeURIComponent('{"size":100}')]
    assert.deepEqual(await names(call, `${path}?query=${query}`), all)
    assert.deepEqual(await names(call, `${path}?size=100`), all)
  })

  it('is filtered by code, name, namespace, kind and ids', async () => {
    for (const [filter, expected] of [
      [{ code: 'lawyers', namespace: 'global' }, ['Lawyers']],
      [{ name: 'leg' }, ['Legal']],
      [{ __name: 'LEG' }, ['Legal']],
      [{ namespace: 'all' }, ['Registrar']],
      [{ kind: 'role' }, ofSolutions],
      [{ isRole: true }, ofSolutions],
      [{ system: true }, ['Administrators', 'All users']],
      [{ __id: ids.legal }, ['Legal']],
      [{ subOrgunitIds: [anna] }, ['Lawyers']],
    ] as const) {
      assert.deepEqual(await found(filter), expected, JSON.stringify(filter))
      assert.deepEqual(await found({ tf: filter }), expected, JSON.stringify(filter))
    }
    assert.deepEqual(await found({}, { ids: [ids.legal, nobody] }), ['Legal'])
    assert.deepEqual(await found({ eql: { query: "[code] = 'lawyers'" } }), ['Lawyers', 'Lawyers'])
    assertRefused(await call('POST', `${groups}/list`, { filter: { nam: 'x' } }), 400, 'query.unknown_field', /"name"/)
  })

  it('can be restricted to the groups of a user, also through other groups', async () => {
    const own = ['All users', 'Lawyers', 'Legal', 'Staff']
    assert.deepEqual(await found({ userId: anna }), own)
    assert.deepEqual(await found({ tf: { userId: anna.toUpperCase() } }), own)
    assert.deepEqual(await found({ userId: anna, name: 'l' }), ['All users', 'Lawyers', 'Legal'])
    assert.deepEqual(await found({ userId: started.userId }), ['Administrators', 'All users'])
    assert.deepEqual(await found({ userId: nobody }), [])
    for (const filter of [{ userId: 'x' }, { userId: [anna] }, { userId: anna, tf: { userId: anna } }])
      assertRefused(await call('POST', `${groups}/list`, { filter }), 400, 'input.wrong', /"userId"/)
  })

  it('has pages in a total order with an exact total', async () => {
    const sortExpressions = [{ field: '__name', ascending: false }]
    const page = await listed(call, groups, { from: 1, size: 2, sortExpressions })
    assert.deepEqual([page.items.map(({ name }) => name), page.total], [['Staff', 'Registrars of letters'], all.length])
  })
})

describe('the groups of a namespace', () => {
  it('are those of a namespace, or in "global" those without a namespace', async () => {
    assert.deepEqual(await names(call, '/pub/v1/scheme/namespaces/all/groups'), ['Registrar'])
    assert.deepEqual(await names(call, inGlobal), byHand)
    // The list of namespaces contains `_system_catalogs`, too, so this namespace is not refused.
    assert.deepEqual(await names(call, '/pub/v1/scheme/namespaces/_system_catalogs/groups'), [])
    for (const namespace of ['nowhere', '%00', "'--", 'x'.repeat(5000)]) {
      const nowhere = await call('GET', `/pub/v1/scheme/namespaces/${namespace}/groups`)
      assertRefused(nowhere, 404, 'group.namespace_not_found', /not found/)
    }
  })
})

describe('the groups that contain a group, and the groups in it', () => {
  it('are those of the next level, or of all levels', async () => {
    const around = (id: string, path: string) => names(call, `${groups}/${ids[id]}/${path}`)
    assert.deepEqual(await around('lawyers', 'parent-groups'), ['Legal'])
    assert.deepEqual(await around('lawyers', 'parent-groups?recursive=true'), ['Legal', 'Staff'])
    assert.deepEqual(await around('staff', 'parent-groups?recursive=true'), [])
    assert.deepEqual(await around('staff', 'sub-groups'), ['Legal'])
    assert.deepEqual(await around('staff', 'sub-groups?recursive=true'), ['Lawyers', 'Legal'])
    assert.deepEqual(await around('lawyers', 'sub-groups?recursive=false'), [])
  })
})
