import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { type Guarded, startGuarded } from '../../../../test/guarded.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { rowFilterSql } from '../../../access/index.ts'
import { got, rows } from '../../../api/v1/scheme/scheme.fixture.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { newId, nilId } from '../../../foundation/kit/ids.ts'
import { loadCaller } from '../../../people/index.ts'
import { writeZip } from '../../../solutions/files/write-zip.ts'
import { templateId } from './stored-templates.ts'
import { oneTask, publish } from './templates.fixture.ts'

const files = {
  'solution.yaml': 'code: desk\nname: Desk\nversion: 1.0.0\ndependencies: [guarded]\n',
  'namespaces/desk/namespace.yaml': 'name: Desk\n',
  'namespaces/desk/processes/open.bpmn': new TextEncoder().encode(oneTask()),
  'namespaces/desk/processes/closed.bpmn': new TextEncoder().encode(oneTask()),
  'namespaces/desk/processes/closed.yaml':
    'access:\n  - { to: [law.clerks], may: [start] }\n  - { to: [law.partners], may: [administer] }\n',
  'namespaces/desk/processes/nobodys.bpmn': new TextEncoder().encode(oneTask()),
  'namespaces/desk/processes/nobodys.yaml': 'access: []\n',
}

describe('access to process templates', () => {
  let law: Guarded
  before(async () => {
    law = await startGuarded()
    assertDone(await law.call('POST', '/api/v1/solutions/apply', await writeZip(new Map(Object.entries(files)))))
    assertDone(await publish(law.call, 'crypt.hidden', oneTask()))
  })
  after(() => law[Symbol.asyncDispose]())

  const rightsOf = async (call: Call) => {
    const { processes } = (await call('GET', '/api/v1/processes')).body
    const own = processes.filter(({ namespace }: Body) => ['desk', 'crypt'].includes(namespace))
    return Object.fromEntries(own.map(({ code, rights }: Body) => [code, rights.join(' ')]))
  }

  it('follows the rules in the settings; a process without rules is open to everyone', async () => {
    assert.deepEqual(await rightsOf(law.outsider.call), { open: 'start view' })
    assert.deepEqual(await rightsOf(law.clerk.call), { closed: 'start', open: 'start view' })
    assert.deepEqual(await rightsOf(law.partner.call), {
      closed: 'start view message administer',
      hidden: 'start view',
      open: 'start view',
    })
    const all = { closed: '', hidden: '', nobodys: '', open: '' }
    assert.deepEqual(
      await rightsOf(law.call),
      Object.fromEntries(Object.keys(all).map((code) => [code, 'start view message administer'])),
    )
  })

  it('hides the numbers of instances from those who may only start a process', async () => {
    const counts = async (call: Call) => (await call('GET', '/api/v1/processes/desk/closed')).body.process.counts
    assert.equal(await counts(law.clerk.call), null)
    assert.deepEqual(await counts(law.partner.call), { running: 0, finished: 0, incidents: 0 })
  })

  it('hides a process that a caller may neither start nor view', async () => {
    for (const code of ['closed', 'nobodys', 'missing']) {
      const path = `/api/v1/processes/desk/${code}`
      assertRefused(await law.outsider.call('GET', path), 404, 'process.not_found', /^process "desk\.\w+" not found$/)
      assertRefused(await law.outsider.call('GET', `${path}/versions`), 404, 'process.not_found', /not found/)
      const schema = `/pub/v1/scheme/namespaces/desk/processes/${code}`
      assertRefused(await law.outsider.call('GET', schema), 404, 'process.not_found', /not found/)
    }
    const codes = (await rows(law.outsider.call, '/pub/v1/scheme/namespaces/desk/processes')).map(({ code }) => code)
    assert.deepEqual(codes, ['open'])
    assertRefused(await law.outsider.call('GET', '/api/v1/processes/crypt/hidden'), 404, 'process.not_found', /./)
  })

  it('refuses with 403 an action on a visible template without the right', async () => {
    const versions = await law.clerk.call('GET', '/api/v1/processes/desk/closed/versions')
    assertRefused(versions, 403, 'process.not_allowed', /you lack the right "view" to the process "desk\.closed"/)
    assert.equal((await got(law.clerk.call, '/api/v1/processes/desk/closed')).code, 'closed')
  })

  it('gives rights by grants, in addition to the rules', async () => {
    const grant = `/api/v1/processes/desk/nobodys/grants/${law.outsider.id}`
    assertDone(await law.call('PUT', grant, { rights: ['view'] }))
    assert.equal((await rightsOf(law.outsider.call)).nobodys, 'view')
    assertDone(await law.outsider.call('GET', '/api/v1/processes/desk/nobodys/versions'))
    assertDone(await law.call('DELETE', grant))
    assert.equal((await rightsOf(law.outsider.call)).nobodys, undefined)
  })

  it('refuses with 403 what a caller with the right to send messages alone may not do', async () => {
    const grants = '/api/v1/processes/desk/nobodys/grants'
    assertDone(await law.call('PUT', `${grants}/${law.outsider.id}`, { rights: ['message'] }))
    assert.equal((await rightsOf(law.outsider.call)).nobodys, 'message')
    for (const path of ['/api/v1/processes/desk/nobodys/versions', grants])
      assertRefused(await law.outsider.call('GET', path), 403, 'process.not_allowed', /you lack the right/)
    assertDone(await law.call('DELETE', `${grants}/${law.outsider.id}`))
  })

  it('includes the instances of templates that a caller may view', async () => {
    const { database, context } = law.platform
    const { access } = context.processes.templates
    for (const code of ['open', 'closed', 'nobodys']) {
      const id = newId()
      await database.single.rows(sql`
        insert into process_instance (id, template, version, rev, state, name, context, created_at, created_by,
          updated_at, updated_by, root) values (${id}, ${templateId({ namespace: 'desk', code })}, 1, 1, 'wait', ${code},
          '{}', now(), ${nilId}, now(), ${nilId}, ${id})`)
    }
    assertDone(
      await law.call('PUT', `/api/v1/processes/desk/nobodys/grants/${law.clerk.id}`, { rights: ['administer'] }),
    )
    const seenBy = async (userId: string) => {
      const caller = (await loadCaller(database.reader, userId, 'test', new Date()))!
      const scope = rowFilterSql(
        access.rows(caller, 'view', (row) => sql`${row}.template`),
        sql`i`,
      )
      const found = await database.reader.rows<{ name: string }>(
        sql`select name from process_instance i where ${scope} order by name`,
      )
      return found.map(({ name }) => name)
    }
    assert.deepEqual(await seenBy(law.outsider.id), ['open'])
    assert.deepEqual(await seenBy(law.partner.id), ['closed', 'open'])
    assert.deepEqual(await seenBy(law.clerk.id), ['nobodys', 'open'])
  })
})
