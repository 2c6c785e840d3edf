import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { applyFiles, filesOf } from '../../v1/scheme/scheme.fixture.ts'

const server = useServer()

async function aSection(code: string): Promise<void> {
  await applyFiles(server.call, filesOf(code, { one: 'name: One\nfields: [{ code: a, type: string }]\n' }))
}

it('returns the definition and the setting with its author', async () => {
  await aSection('described')
  const path = '/api/v1/applications/described/one/access'
  const setting = { elements: [{ to: ['everyone'], may: ['view'] }] }
  assertDone(await server.call('PUT', path, setting))
  const answer = await server.call('GET', path)
  assertDone(answer)
  assert.deepEqual([answer.body.setting, answer.body.updatedBy], [setting, server.running().userId])
})

it('refuses an unknown application', async () => {
  const answer = await server.call('GET', '/api/v1/applications/all/nothing/access')
  assertRefused(answer, 404, 'application.not_found', /not found/)
})
