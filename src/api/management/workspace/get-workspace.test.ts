import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { productVersion } from '../../../foundation/http/product-version.ts'
import { applyFiles, filesOf } from '../../v1/scheme/scheme.fixture.ts'

const server = useServer()

async function workspace(call: Call): Promise<Body> {
  const answer = await call('GET', '/api/v1/workspace')
  assertDone(answer)
  return answer.body
}

const applicationsIn = ({ namespaces }: Body, code: string): Body[] =>
  namespaces.find((one: Body) => one.code === code)?.applications ?? []

describe('the workspace', () => {
  it('has the user with the settings, and the version of the server', async () => {
    const { id, login, call } = await server.user({ lastname: 'Petrova' })
    const { user, isAdministrator, settings, version } = await workspace(call)
    assert.deepEqual([user.id, user.login, user.lastname], [id, login, 'Petrova'])
    assert.deepEqual([isAdministrator, settings.theme, version], [false, 'system', productVersion])
    assert.equal((await workspace(server.call)).isAdministrator, true)
  })

  it('has the namespaces in the order of the menu, without the built-in ones', async () => {
    const { namespaces } = await workspace(server.call)
    const listed = (await server.call('GET', '/pub/v1/scheme/namespaces')).body.result.result
    const shown = listed
      .filter(({ system }: Body) => !system)
      .map(({ code, name, icon }: Body) => ({ code, name, icon }))
    assert.ok(shown.length > 1)
    assert.deepEqual(
      namespaces.map(({ applications: _, ...namespace }: Body) => namespace),
      shown,
    )
  })

  it('has the applications of each namespace by name, with the name of one element', async () => {
    const applications = applicationsIn(await workspace(server.call), 'ref')
    const names = applications.map(({ name }: Body) => name)
    assert.deepEqual(
      names,
      names.toSorted((a: string, b: string) => a.localeCompare(b)),
    )
    const counterparties = applications.find(({ code }: Body) => code === 'counterparties')
    assert.deepEqual([counterparties.name, counterparties.elementName], ['Counterparties', 'Counterparty'])
  })

  it('has the rights of the caller', async () => {
    const { call } = await server.user()
    const own = await workspace(call)
    const schemas = async (call: Call, namespace: string) =>
      (await call('GET', `/pub/v1/scheme/namespaces/${namespace}/apps`)).body.result.result as Body[]
    for (const { code } of own.namespaces)
      assert.deepEqual(
        Object.fromEntries(applicationsIn(own, code).map((one) => [one.code, one.rights])),
        Object.fromEntries((await schemas(call, code)).map((one) => [one.code, one.rights])),
      )
  })

  it('leaves out applications that the caller may not know, and keeps their namespace', async () => {
    const application = (name: string) => `name: ${name}\nfields: [{ code: a, type: string }]\n`
    await applyFiles(server.call, filesOf('workplace', { open: application('Open'), secret: application('Secret') }))
    const access = '/api/v1/applications/workplace/secret/access'
    assertDone(await server.call('PUT', access, { elements: [] }))
    const { call } = await server.user()
    const codes = async (call: Call) => applicationsIn(await workspace(call), 'workplace').map(({ code }) => code)
    assert.deepEqual([await codes(call), await codes(server.call)], [['open'], ['open', 'secret']])
  })

  it('counts unread notifications and the tasks that the caller can work on', async () => {
    const { counts } = await workspace(server.call)
    const tasks = await server.call('GET', '/api/v1/tasks?size=0')
    const unread = await server.call('GET', '/api/v1/notifications/unread-count')
    assert.deepEqual(counts, { tasks: tasks.body.result.total, notifications: unread.body.count })
  })
})
