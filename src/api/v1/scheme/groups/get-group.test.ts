import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { newId } from '../../../../foundation/kit/ids.ts'
import { writeZip } from '../../../../solutions/files/write-zip.ts'
import { aGroup, groups, rows } from './groups.fixture.ts'

const server = useServer()

it('returns a group by its id', async () => {
  const id = await aGroup(server.call, `Read ${newId()}`, [], { description: 'for reading' })
  const answer = await server.call('GET', `${groups}/${id}`)
  assertDone(answer)
  assert.deepEqual([answer.body.group.__id, answer.body.group.description], [id, 'for reading'])
})

it('does not find an unknown group', async () => {
  assertRefused(await server.call('GET', `${groups}/${newId()}`), 404, 'group.not_found', /./)
})

it('of a namespace that is hidden from the caller does not exist, neither by its id nor around other groups', async () => {
  const { call, hidden, inside, around } = await aHiddenGroup()
  for (const path of ['', '/users', '/positions', '/sub-groups', '/parent-groups'])
    assertRefused(await call('GET', `${groups}/${hidden}${path}`), 404, 'group.not_found', /not found/)
  assert.deepEqual(await rows(call, `${groups}/${around}/sub-groups`), [])
  const within = await rows(call, `${groups}/${around}/sub-groups?recursive=true`)
  assert.deepEqual(
    within.map(({ __id }) => __id),
    [inside],
  )
  assert.deepEqual(await rows(call, `${groups}/${inside}/parent-groups`), [])
  assert.deepEqual((await rows(server.call, `${groups}/${around}/sub-groups`)).length, 1)
  assertDone(await server.call('GET', `${groups}/${hidden}`))
})

/** Creates a group in a namespace that a user does not see, between two groups that the user sees. */
async function aHiddenGroup() {
  const code = `shut_${newId().replaceAll('-', '').slice(0, 20)}`
  const namespace = {
    'solution.yaml': `code: ${code}\nname: Shut\nversion: 1.0.0\n`,
    [`namespaces/${code}/namespace.yaml`]: 'name: Shut\nvisibleTo: [global.administrators]\n',
  }
  assertDone(await server.call('POST', '/api/v1/solutions/apply', await writeZip(new Map(Object.entries(namespace)))))
  const answer = await server.call('POST', `/pub/v1/scheme/namespaces/${code}/groups`, { __name: 'Hidden' })
  assertDone(answer)
  const hidden = answer.body.group.__id
  const inside = await aGroup(server.call, `Inside ${code}`)
  assertDone(await server.call('POST', `${groups}/${hidden}/add-items`, [inside]))
  const around = await aGroup(server.call, `Around ${code}`, [hidden])
  const { call } = await server.user()
  return { call, hidden, inside, around }
}
