import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { exported } from '../../v1/scheme/scheme.fixture.ts'
import { deploy, one, theFile, zipOf } from './solution-files.fixture.ts'

const server = useServer()
const apply = (code: string, text: string, rest: object = {}, query = '') =>
  server.call('POST', `/api/v1/solutions/${code}/files/apply${query}`, { files: [{ path: one(code), text, ...rest }] })
async function drift(code: string): Promise<unknown> {
  const answer = await server.call('GET', `/api/v1/solutions/${code}/drift`)
  assertDone(answer)
  return answer.body.drift.map(({ kind, what, path, sentence }: Body) => ({ kind, what, path, sentence }))
}
const withField = (field: string) =>
  `name: One\nfields: [{ code: a, type: string }, { code: ${field}, type: string }]\n`
const changed = (code: string) => {
  const sentence = `${one(code)} was changed here and has not been exported since`
  return [{ kind: 'changed', what: 'application', path: `${code}.one`, sentence }]
}

describe('applying a changed file of a solution', () => {
  it('changes the application, and is drift until the solution is exported', async () => {
    await deploy(server.call, 'applying')
    const { hash } = await theFile(server.call, 'applying')
    assertDone(await apply('applying', withField('b'), { hash }))
    assertDone(await server.call('POST', '/pub/v1/app/applying/one/create', { context: { b: 'written' } }))
    assert.deepEqual(await drift('applying'), changed('applying'))
    const zip = await (await exported(server.running().url, 'applying')).bytes()
    assert.deepEqual(await drift('applying'), [])
    const plan = await server.call('POST', '/api/v1/solutions/plan', zip)
    assert.deepEqual(plan.body.changes, [])
  })

  it('is no drift when nothing changes, nor after the whole solution was applied', async () => {
    await deploy(server.call, 'whole')
    assertDone(await apply('whole', 'name: One\nfields: [{ code: a, type: string }]\n'))
    assert.deepEqual(await drift('whole'), [])
    assertDone(await apply('whole', withField('b')))
    assert.deepEqual(await drift('whole'), changed('whole'))
    assertDone(await server.call('POST', '/api/v1/solutions/apply?allowDestructive=true', await zipOf('whole')))
    assert.deepEqual(await drift('whole'), [])
  })

  it('refuses the second of two changes that start from the same file', async () => {
    await deploy(server.call, 'raced')
    const { hash } = await theFile(server.call, 'raced')
    const answers = await Promise.all(['b', 'c'].map((field) => apply('raced', withField(field), { hash })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
  })

  it('keeps the comment with the new version of a process, and in the audit log', async () => {
    const path = 'namespaces/docs/apps/contracts/processes/approval.bpmn'
    const read = await server.call('GET', `/api/v1/solutions/office/files?path=${path}`)
    assertDone(read)
    const text = `${read.body.text}<!-- four eyes -->\n`
    const query = `?comment=${encodeURIComponent(' Two more signatures ')}`
    assertDone(await server.call('POST', `/api/v1/solutions/office/files/apply${query}`, { files: [{ path, text }] }))
    const { body } = await server.call('GET', '/api/v1/processes/docs.contracts/approval/versions')
    assert.deepEqual(
      body.versions.map(({ version, comment }: Body) => [version, comment]),
      [
        [2, 'Two more signatures'],
        [1, body.versions[1].comment],
      ],
    )
    assert.match(body.versions[1].comment, /^solution office \d/)
    const audit = await server.call('GET', '/api/v1/audit?object=solution:office&size=1')
    assert.equal(audit.body.entries[0].after.comment, 'Two more signatures')
  })

  it('asks for consent before it removes a field', async () => {
    await deploy(server.call, 'removing')
    assertDone(await server.call('POST', '/pub/v1/app/removing/one/create', { context: { a: 'kept' } }))
    assertRefused(await apply('removing', 'name: One\n'), 400, 'definition.consent_needed', /./)
    assert.deepEqual(await drift('removing'), [])
    assertDone(await apply('removing', 'name: One\n', {}, '?allowDestructive=true'))
    assert.equal((await theFile(server.call, 'removing')).text, 'name: One\n')
  })
})
