import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser, type Everything, startEverything } from '../../../../../test/everything.ts'
import type { Call } from '../../../../../test/platform.ts'
import { administrators, aGroup, allUsers, groups, inGlobal, nobody, rows } from './groups.fixture.ts'

let started: Everything
let call: Call
let anna: { id: string; call: Call }
before(async () => {
  started = await startEverything()
  call = started.call
  anna = await aUser(started, { login: 'anna' })
})
after(() => started[Symbol.asyncDispose]())

const inAll = '/pub/v1/scheme/namespaces/all/groups'

describe('a new group', () => {
  it('is returned with every field that clients read', async () => {
    const input = { __name: 'Registrars', code: 'registrars', description: 'They number.', isRole: true }
    const answer = await call('POST', inAll, input)
    assertDone(answer)
    const { __id, __createdAt, __updatedAt, ...group } = answer.body.group
    assert.match(__createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    assert.equal(__updatedAt, __createdAt)
    assert.deepEqual(group, {
      __name: 'Registrars',
      __createdBy: started.userId,
      __updatedBy: started.userId,
      __deletedAt: null,
      namespace: 'all',
      code: 'registrars',
      kind: 'role',
      description: 'They number.',
      isDefault: false,
      isRole: true,
      system: false,
      subOrgunitIds: [],
      id: __id,
      name: 'Registrars',
      usersCount: 0,
    })
    assert.deepEqual((await anna.call('GET', `${groups}/${__id}`)).body.group, answer.body.group)
  })

  it('needs only a name; its code is then its id', async () => {
    const { body } = await call('POST', inGlobal, { __name: 'Plain' })
    assert.deepEqual([body.group.code, body.group.namespace, body.group.isRole], [body.group.__id, 'global', false])
  })

  it('is refused without a name, with a taken code, and in an unknown namespace', async () => {
    assertRefused(await call('POST', inAll, {}), 400, 'input.wrong', /"__name" is missing/)
    await aGroup(call, 'Holder', [], { code: 'taken' })
    assertRefused(await call('POST', inGlobal, { __name: 'x', code: 'Taken' }), 400, 'group.code_taken', /"Taken"/)
    assert.equal((await call('POST', inAll, { __name: 'x', code: 'taken' })).status, 200)
    const nowhere = await call('POST', '/pub/v1/scheme/namespaces/nowhere/groups', { __name: 'x' })
    assertRefused(nowhere, 404, 'group.namespace_not_found', /"nowhere" not found/)
  })
})

describe('a group', () => {
  it('is changed in the given fields only', async () => {
    const id = await aGroup(call, 'Before', [], { description: 'Stays.' })
    const answer = await call('PUT', `${groups}/${id}`, { __name: 'After', isDefault: true, description: null })
    assertDone(answer)
    const { __name, name, description, isDefault, usersCount } = answer.body.group
    assert.deepEqual([__name, name, description, isDefault, usersCount], ['After', 'After', 'Stays.', true, 2])
    assertDone(await call('PUT', `${groups}/${id}`, { isDefault: false, description: '' }))
    assert.equal((await call('GET', `${groups}/${id}`)).body.group.description, '')
  })

  it('is not found after it is deleted, and its code is free', async () => {
    const id = await aGroup(call, 'Short', [anna.id], { code: 'short' })
    assertDone(await call('DELETE', `${groups}/${id}`))
    assertRefused(await call('GET', `${groups}/${id}`), 404, 'group.not_found', new RegExp(`"${id}" not found`))
    assertRefused(await call('DELETE', `${groups}/${id}`), 404, 'group.not_found', /not found/)
    await aGroup(call, 'Again', [], { code: 'short' })
    const users = await call('POST', '/pub/v1/user/list', { ids: [anna.id] })
    assert.ok(!users.body.result.result[0].groupIds.includes(id))
  })

  it('cannot be deleted while other groups contain it; the error names these', async () => {
    const inner = await aGroup(call, 'Inner')
    const outer = await aGroup(call, 'Outer', [inner])
    const refusal = await call('DELETE', `${groups}/${inner}`)
    assertRefused(refusal, 400, 'group.in_use', /"Inner" is a member of "Outer"/)
    assert.deepEqual(refusal.body.uses, [{ id: outer, name: 'Outer' }])
    assertDone(await call('DELETE', `${groups}/${outer}`))
    assertDone(await call('DELETE', `${groups}/${inner}`))
  })

  it('that is built in exists from the start, and can be neither changed nor deleted', async () => {
    for (const [id, name, count] of [
      [administrators, 'Administrators', 1],
      [allUsers, 'All users', 2],
    ] as const) {
      const { group } = (await call('GET', `${groups}/${id}`)).body
      assert.deepEqual([group.name, group.system, group.namespace, group.usersCount], [name, true, 'global', count])
      for (const answer of [
        await call('PUT', `${groups}/${id}`, { __name: 'Mine' }),
        await call('DELETE', `${groups}/${id}`),
        await call('POST', `${groups}/${id}/add-items`, [anna.id]),
        await call('POST', `${groups}/${id}/remove-items`, [anna.id]),
      ])
        assertRefused(answer, 400, 'group.is_system', new RegExp(`"${name}" is built in`))
    }
    assert.equal((await rows(call, `${groups}/${administrators}/users`)).length, 1)
  })

  it('is not found by an unknown id or an invalid id', async () => {
    for (const id of [nobody, 'x', anna.id, `${nobody}0`]) {
      for (const path of ['', '/users', '/positions', '/parent-groups', '/sub-groups'])
        assertRefused(await call('GET', `${groups}/${id}${path}`), 404, 'group.not_found', /not found/)
      assertRefused(await call('PUT', `${groups}/${id}`, {}), 404, 'group.not_found', /not found/)
      assertRefused(await call('POST', `${groups}/${id}/add-items`, []), 404, 'group.not_found', /not found/)
    }
  })

  it('can be read by everyone, and changed only by administrators', async () => {
    const id = await aGroup(call, 'Read only')
    for (const [method, path, body] of [
      ['POST', inGlobal, { __name: 'x' }],
      ['PUT', `${groups}/${id}`, { __name: 'x' }],
      ['DELETE', `${groups}/${id}`, undefined],
      ['POST', `${groups}/${id}/add-items`, [anna.id]],
      ['POST', `${groups}/${id}/remove-items`, [anna.id]],
    ] as const)
      assertRefused(await anna.call(method, path, body), 403, 'auth.not_allowed', /administrators/)
    for (const path of [`${id}`, `${id}/users`, 'list', `${id}/positions`, `${id}/sub-groups`, `${id}/parent-groups`])
      assertDone(await anna.call('GET', `${groups}/${path}`))
    assertDone(await anna.call('GET', inGlobal))
  })
})
