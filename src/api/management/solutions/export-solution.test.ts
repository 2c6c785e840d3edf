import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser, type Everything, startEverything } from '../../../../test/everything.ts'
import { startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { readZip } from '../../../solutions/files/read-zip.ts'
import { applyFiles, exported, filesOf, got, solutions } from '../../v1/scheme/scheme.fixture.ts'

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

const zipOf = async ({ url }: TestPlatform, code: string): Promise<Uint8Array> => (await exported(url, code)).bytes()

async function changes(on: TestPlatform, zip: Uint8Array): Promise<unknown[]> {
  const answer = await on.call('POST', '/api/v1/solutions/plan', zip)
  assertDone(answer)
  return answer.body.changes
}

describe('the export of a solution', () => {
  it('is a zip of its folder', async () => {
    const response = await exported(started.url, 'office')
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'application/zip')
    assert.equal(response.headers.get('content-disposition'), 'attachment; filename="office-1.0.0.zip"')
    const files = await readZip(await response.bytes())
    assert.deepEqual(
      [...files.keys()],
      [
        'modules/checks/module.yaml',
        'modules/pbx_demo/module.yaml',
        'namespaces/docs/apps/contracts.yaml',
        'namespaces/docs/apps/contracts/doctemplates/letter.html',
        'namespaces/docs/apps/contracts/doctemplates/letter.yaml',
        'namespaces/docs/apps/contracts/processes/approval.bpmn',
        'namespaces/docs/apps/contracts/processes/approval.yaml',
        'namespaces/docs/apps/contracts/processes/signing.bpmn',
        'namespaces/docs/apps/contracts/processes/signing.yaml',
        'namespaces/docs/apps/incoming.yaml',
        'namespaces/docs/apps/outgoing.yaml',
        'namespaces/docs/apps/outgoing/processes/sending.bpmn',
        'namespaces/docs/apps/outgoing/processes/sending.yaml',
        'namespaces/docs/calendars/office.yaml',
        'namespaces/docs/decisions/approver.dmn',
        'namespaces/docs/groups/directors.yaml',
        'namespaces/docs/groups/heads.yaml',
        'namespaces/docs/groups/lawyers.yaml',
        'namespaces/docs/groups/registrars.yaml',
        'namespaces/docs/groups/staff.yaml',
        'namespaces/docs/namespace.yaml',
        'namespaces/ref/apps/contacts.yaml',
        'namespaces/ref/apps/counterparties.yaml',
        'namespaces/ref/apps/products.yaml',
        'namespaces/ref/groups/registrars.yaml',
        'namespaces/ref/namespace.yaml',
        'solution.yaml',
      ],
    )
    assert.equal(files.get('solution.yaml'), 'code: office\nname: Office\nversion: 1.0.0\n')
  })

  for (const code of ['office', 'everything']) {
    it(`of "${code}" changes nothing on this installation; applied on another one, it is exported with the same bytes`, async () => {
      const zip = await zipOf(started, code)
      assert.deepEqual(await changes(started, zip), [])
      assertDone(await empty.call('POST', '/api/v1/solutions/apply', zip))
      assert.deepEqual(await changes(empty, zip), [])
      assert.deepEqual(Buffer.from(await zipOf(empty, code)), Buffer.from(zip))
      const [here, there] = [started, empty].map(({ call }) => got(call, `${solutions}/${code}`))
      assert.equal((await here).hash, (await there).hash)
    })
  }

  it('keeps the numbers of statuses after others were removed', async () => {
    const statuses = (codes: string[]) => `statuses: [${codes.map((code) => `{ code: ${code}, name: ${code} }`)}]\n`
    const app = (codes: string[]) => filesOf('numbers', { one: `name: One\n${statuses(codes)}` })
    await applyFiles(started.call, app(['a', 'b', 'c']))
    await applyFiles(started.call, app(['c', 'a', 'd']))
    const zip = await zipOf(started, 'numbers')
    assert.deepEqual(await changes(started, zip), [])
    assertDone(await empty.call('POST', '/api/v1/solutions/apply', zip))
    const settings = await empty.call('GET', '/pub/v1/app/numbers/one/settings/status')
    assert.deepEqual(
      settings.body.statusItems.map(({ id, code }: { id: number; code: string }) => [id, code]),
      [
        [3, 'c'],
        [1, 'a'],
        [4, 'd'],
      ],
    )
    assert.deepEqual(Buffer.from(await zipOf(empty, 'numbers')), Buffer.from(zip))
  })

  it('leaves out what was removed, and may contain a namespace without applications', async () => {
    await applyFiles(started.call, filesOf('bare', { one: 'name: One\n', two: 'name: Two\n' }))
    await applyFiles(started.call, filesOf('bare', {}))
    assert.deepEqual(
      [...(await readZip(await zipOf(started, 'bare'))).keys()],
      ['namespaces/bare/namespace.yaml', 'solution.yaml'],
    )
  })

  it('of an unknown code is 404', async () => {
    const answer = await started.call('GET', '/api/v1/solutions/nothing/export')
    assertRefused(answer, 404, 'solution.not_found', /"nothing" not found/)
  })

  it('is for administrators', async () => {
    const { call } = await aUser(started, { login: 'clerk' })
    assertRefused(await call('GET', '/api/v1/solutions/office/export'), 403, 'auth.not_allowed', /administrators/)
  })
})
