import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { applyFiles, filesOf } from '../../v1/scheme/scheme.fixture.ts'

const server = useServer()

async function aSection(code: string): Promise<void> {
  await applyFiles(server.call, filesOf(code, { one: 'name: One\nfields: [{ code: a, type: string }]\n' }))
}

it('restricts an application until the setting is empty again', async () => {
  await aSection('restricted')
  const { call } = await server.user()
  const list = () => call('POST', '/pub/v1/app/restricted/one/list', {})
  assertDone(await list())
  const path = '/api/v1/applications/restricted/one/access'
  assertDone(await server.call('PUT', path, { elements: [] }))
  assertRefused(await list(), 404, 'application.not_found', /not found/)
  assertDone(await server.call('PUT', path, {}))
  assertDone(await list())
})

it('refuses rules that name what does not exist', async () => {
  await aSection('misnamed')
  const elements = [{ to: ['all.nobody'], may: ['view'] }]
  const answer = await server.call('PUT', '/api/v1/applications/misnamed/one/access', { elements })
  assertRefused(answer, 400, 'access.invalid', /no user, group or item/)
})
