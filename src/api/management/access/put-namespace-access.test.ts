import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Call } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { applyFiles, filesOf } from '../../v1/scheme/scheme.fixture.ts'

const server = useServer()

async function aSection(code: string): Promise<void> {
  await applyFiles(server.call, filesOf(code, { one: 'name: One\nfields: [{ code: a, type: string }]\n' }))
}

it('hides a namespace from users until the setting is empty again', async () => {
  await aSection('hiding')
  const [user, chosen] = [await server.user(), await server.user()]
  const list = (who: { call: Call }) => who.call('POST', '/pub/v1/app/hiding/one/list', {})
  assertDone(await list(user))
  assertDone(await server.call('PUT', '/api/v1/namespaces/hiding/access', { visibleTo: [chosen.id] }))
  assertRefused(await list(user), 404, 'application.not_found', /not found/)
  assertDone(await list(chosen))
  assertDone(await server.call('PUT', '/api/v1/namespaces/hiding/access', {}))
  assertDone(await list(user))
})
