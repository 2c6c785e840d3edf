import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser, type Everything, startEverything } from '../../../../../test/everything.ts'
import { startEmptyPlatform, type TestPlatform } from '../../../../../test/platform.ts'
import { groupIdOf } from '../../../../people/index.ts'
import { readZip } from '../../../../solutions/files/read-zip.ts'
import { writeZip } from '../../../../solutions/files/write-zip.ts'
import { applyFiles, exported, filesOf, got, namespaces, rows, solutions } from '../scheme.fixture.ts'
import { aGroup, groups, names } from './groups.fixture.ts'

let started: Everything
let empty: TestPlatform
before(async () => {
  started = await startEverything()
  empty = await startEmptyPlatform()
})
after(async () => {
  await started[Symbol.asyncDispose]()
  await empty[Symbol.asyncDispose]()
})

/** Returns the files of a solution with these groups and, optionally, an application. */
const withGroups = (code: string, texts: Readonly<Record<string, string>>, more = '', apps = {}) => ({
  ...filesOf(code, apps, more),
  ...Object.fromEntries(
    Object.entries(texts).map(([group, text]) => [`namespaces/${code}/groups/${group}.yaml`, text]),
  ),
})
const reasons = async (path: string): Promise<string[]> => {
  const { body } = await started.call('GET', `${path}/exportable`)
  return body.reasons.map(({ code, path: from, ref }: Record<string, string>) => `${code} ${from} ${ref}`)
}

describe('a role of a solution', () => {
  const id = groupIdOf('ref', 'registrars')

  it('is a role like any other: empty at first, with the same id on every installation', async () => {
    const { group } = (await started.call('GET', `${groups}/${id}`)).body
    assert.deepEqual(
      [group.namespace, group.code, group.name, group.kind, group.usersCount, group.system],
      ['ref', 'registrars', 'Registrars', 'role', 0, false],
    )
  })

  it('gets and loses members, and keeps them when the solution is applied again', async () => {
    const anna = await aUser(started, { login: 'anna' })
    const friends = await aGroup(started.call, 'Friends')
    assertDone(await started.call('POST', `${groups}/${id}/add-items`, [anna.id, friends]))
    const office = await (await exported(started.url, 'office')).bytes()
    assertDone(await started.call('POST', '/api/v1/solutions/apply', office))
    assert.deepEqual(await names(started.call, `${groups}/${id}/users`), ['anna'])
    assert.deepEqual(await names(started.call, `${groups}/${id}/sub-groups`), ['Friends'])
    assertDone(await started.call('POST', `${groups}/${id}/remove-items`, [anna.id, friends]))
    assert.deepEqual(await names(started.call, `${groups}/${id}/users`), [])
  })

  it('cannot be deleted while the solution is deployed; the error names the solution', async () => {
    const refusal = await started.call('DELETE', `${groups}/${id}`)
    const reason = /"Registrars" comes with the solution "office"; remove it from its files/
    assertRefused(refusal, 400, 'group.of_solution', reason)
    assert.equal(refusal.body.solution, 'office')
    assert.equal((await started.call('GET', `${groups}/${id}`)).status, 200)
  })
})

describe('groups in files', () => {
  it('are refused with file and line when a sub-group does not exist or a cycle results', async () => {
    const problem = async (a: string, b: string): Promise<unknown> => {
      const zip = await writeZip(new Map(Object.entries(withGroups('wrong', { a, b }))))
      const answer = await started.call('POST', '/api/v1/solutions/plan', zip)
      assertRefused(answer, 400, 'definition.invalid', /a\.yaml/)
      return answer.body.problems
    }
    const place = { file: 'namespaces/wrong/groups/a.yaml', line: 2, path: 'groups[0]' }
    assert.deepEqual(await problem('name: A\ngroups: [wrong.c]', 'name: B'), [
      { ...place, message: 'there is no group "wrong.c"; did you mean "wrong.a"?' },
    ])
    assert.deepEqual(await problem('name: A\ngroups: [wrong.b]', 'name: B\ngroups: [wrong.a]'), [
      { ...place, message: 'the group would contain itself: wrong.a contains wrong.b contains wrong.a' },
    ])
  })

  it('are exported without members, and with the same bytes on another installation', async () => {
    const texts = {
      all: 'groups: [team.crew, global.all_users]\nname: All\ndefault: true\nrole: false\ndescription: ""',
      crew: 'name: Crew\nrole: true\ndescription: They do it.',
    }
    await applyFiles(started.call, withGroups('team', texts))
    const anna = await aUser(started, { login: 'berta' })
    assertDone(await started.call('POST', `${groups}/${groupIdOf('team', 'crew')}/add-items`, [anna.id]))
    const zip = await (await exported(started.url, 'team')).bytes()
    const files = await readZip(zip)
    assert.equal(
      files.get('namespaces/team/groups/all.yaml'),
      'name: All\ndefault: true\ngroups: [ global.all_users, team.crew ]\n',
    )
    assert.equal(files.get('namespaces/team/groups/crew.yaml'), 'name: Crew\ndescription: They do it.\nrole: true\n')
    assertDone(await empty.call('POST', '/api/v1/solutions/apply', zip))
    const again = await empty.call('POST', '/api/v1/solutions/plan', zip)
    assert.deepEqual(again.body.changes, [])
    assert.deepEqual(Buffer.from(await (await exported(empty.url, 'team')).bytes()), Buffer.from(zip))
    assert.equal((await got(empty.call, `${solutions}/team`)).hash, (await got(started.call, `${solutions}/team`)).hash)
    assert.deepEqual(await names(empty.call, `${groups}/${groupIdOf('team', 'crew')}/users`), [])
  })

  it('are part of the content of a solution: its hash changes with them', async () => {
    await applyFiles(started.call, withGroups('held', { one: 'name: One' }))
    const before = await got(started.call, `${solutions}/held`)
    const [{ hash, ...group }] = before.content.slice(-1)
    assert.deepEqual(group, { type: 'group', namespace: 'held', code: 'one', name: 'One' })
    await applyFiles(started.call, withGroups('held', { one: 'name: One\nrole: true' }))
    const after = await got(started.call, `${solutions}/held`)
    assert.notEqual(after.hash, before.hash)
    assert.notEqual(after.content.at(-1).hash, hash)
  })
})

describe('a solution with groups', () => {
  it('is exportable unless its groups contain groups outside the export', async () => {
    assert.deepEqual(await reasons(`${solutions}/office`), [])
    await aGroup(started.call, 'Local', [], { code: 'Local' })
    const texts = { a: 'name: A\ngroups: [kept.b, global.all_users, global.local, ref.registrars]', b: 'name: B' }
    const depends = 'dependencies: [office]\n'
    await applyFiles(started.call, withGroups('kept', texts, depends, { one: 'name: One\n' }))
    for (const path of [`${solutions}/kept`, `${namespaces}/kept`])
      assert.deepEqual(await reasons(path), ['outside_group kept.a global.local'])
    assert.deepEqual(await reasons(`${namespaces}/kept/apps/one`), [])
  })

  it('has a namespace that is not exportable alone when its groups contain groups of another namespace', async () => {
    await applyFiles(started.call, {
      ...withGroups('west', { a: 'name: A\ngroups: [east.b]' }),
      'namespaces/east/namespace.yaml': 'name: East\n',
      'namespaces/east/groups/b.yaml': 'name: B\n',
    })
    assert.deepEqual(await reasons(`${solutions}/west`), [])
    assert.deepEqual(await reasons(`${namespaces}/west`), ['outside_group west.a east.b'])
    assert.deepEqual(await reasons(`${namespaces}/east`), [])
  })
})

describe('the groups of an application', () => {
  it('are those that its solution defines in its namespace, in the form of all groups', async () => {
    const [group, ...more] = await rows(started.call, `${namespaces}/ref/apps/contacts/groups`)
    assert.deepEqual(more, [])
    assert.deepEqual(group, (await started.call('GET', `${groups}/${groupIdOf('ref', 'registrars')}`)).body.group)
    assert.deepEqual(await rows(started.call, `${namespaces}/all/apps/things/groups`), [])
  })

  it('have pages, and are 404 for an unknown application', async () => {
    const { body } = await started.call('GET', `${namespaces}/ref/apps/contacts/groups?size=0`)
    assert.deepEqual(body.result, { result: [], total: 1 })
    const nowhere = await started.call('GET', `${namespaces}/ref/apps/nothing/groups`)
    assertRefused(nowhere, 404, 'application.not_found', /nothing/)
  })
})
