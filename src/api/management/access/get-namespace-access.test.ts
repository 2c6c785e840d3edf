import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { applyFiles, filesOf } from '../../v1/scheme/scheme.fixture.ts'

const server = useServer()

async function aSection(code: string): Promise<void> {
  await applyFiles(server.call, filesOf(code, { one: 'name: One\nfields: [{ code: a, type: string }]\n' }))
}

it('returns the setting of a namespace, and an empty one before it is set', async () => {
  await aSection('settled')
  const { id } = await server.user()
  const settingNow = async () => {
    const answer = await server.call('GET', '/api/v1/namespaces/settled/access')
    assertDone(answer)
    return answer.body.setting
  }
  const before = await settingNow()
  assertDone(await server.call('PUT', '/api/v1/namespaces/settled/access', { visibleTo: [id] }))
  assert.deepEqual([before, await settingNow()], [{}, { visibleTo: [id] }])
})
