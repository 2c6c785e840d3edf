import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../test/everything.ts'
import { startEmptyPlatform, type TestPlatform } from '../../../test/platform.ts'
import { readZip } from '../../solutions/files/read-zip.ts'
import { writeZip } from '../../solutions/files/write-zip.ts'
import { applyModules, planModules } from '../modules.fixture.ts'

const checks = `name: Checks
settings:
  - { code: url, name: Address, type: url, required: true }
  - { code: key, name: Key, type: secret }
activities:
  - { code: check, name: Check, url: "{url}/checks", headers: { X-Key: "{key}" }, signature: key }
`

describe('modules of a solution', () => {
  let started: TestPlatform
  before(async () => {
    started = await startEmptyPlatform()
  })
  after(() => started[Symbol.asyncDispose]())

  const problems = async (text: string, code = 'wrong'): Promise<string[]> => {
    const { status, body } = await planModules(started.call, 'wrong', { [code]: text })
    assert.equal(status, 400)
    return body.problems.map(({ path, message }: Record<string, string>) => `${path}: ${message}`)
  }
  const apply = (code: string, modules: Record<string, string>) => applyModules(started.call, code, modules)

  it('are added, changed and removed, each change with its own sentence', async () => {
    assert.deepEqual((await apply('one', { checks })).slice(1), ['adds the module checks "Checks"'])
    assert.deepEqual(await apply('one', { checks }), [])
    const other = checks
      .replace('name: Checks', 'name: Tests')
      .replace('type: secret', 'type: string')
      .replace(', signature: key', '')
    assert.deepEqual(await apply('one', { checks: other }), [
      'changes the module checks: name, settings, activities; forgets the values of key',
    ])
    const without = await planModules(started.call, 'one', {})
    assertDone(without)
    assert.deepEqual(
      without.body.changes.map(({ sentence, destructive }: Record<string, unknown>) => [sentence, destructive]),
      [['removes the module checks with its settings, secrets and telephone extensions', true]],
    )
    assert.equal((await apply('one', {})).length, 1)
    assertRefused(await started.call('GET', '/api/v1/modules/checks'), 404, 'module.not_found', /"checks" not found/)
  })

  it('forget the value of a setting whose type changes, so that no former secret is shown', async () => {
    await apply('two', { turned: checks })
    const path = '/api/v1/modules/turned'
    assertDone(await started.call('PATCH', path, { settings: { url: 'https://a.test', key: 'top-secret-1' } }))
    const turned = checks.replace('type: secret', 'type: string').replace(', signature: key', '')
    await apply('two', { turned })
    const { body } = await started.call('GET', path)
    assert.deepEqual(
      body.module.settings.map(({ code, isSet, value }: Record<string, unknown>) => [code, isSet, value]),
      [
        ['url', true, 'https://a.test'],
        ['key', false, null],
      ],
    )
  })

  it('refuse an address with a password, which everybody who sees the settings would see', async () => {
    await apply('four', { addressed: checks })
    const path = '/api/v1/modules/addressed'
    for (const url of ['https://anna:secret@a.test', 'https://anna@a.test/path', 'http://:secret@a.test']) {
      const answer = await started.call('PATCH', path, { settings: { url } })
      assert.equal(answer.status, 400)
      assert.match(answer.body.error, /must not contain a user name or a password/)
      assert.doesNotMatch(JSON.stringify(answer.body), /anna|secret@/)
    }
    assertDone(await started.call('PATCH', path, { settings: { url: 'https://a.test/?q=a@b' } }))
  })

  it('are exported as they were given, without the values that administrators set', async () => {
    await apply('three', { exported: checks })
    await started.call('PATCH', '/api/v1/modules/exported', {
      settings: { url: 'https://b.test', key: 'top-secret-2' },
    })
    const { zip } = await started.platform.context.apps.solutions.export('three')
    const files = await readZip(Buffer.from(zip))
    assert.deepEqual([...files.keys()], ['modules/exported/module.yaml', 'solution.yaml'])
    assert.doesNotMatch(String(files.get('modules/exported/module.yaml')), /b\.test|top-secret/)
    const again = await started.call('POST', '/api/v1/solutions/plan', Buffer.from(zip))
    assertDone(again)
    assert.deepEqual(again.body.changes, [])
  })

  it('show as drift when an administrator has switched them on or off', async () => {
    await apply('four', { switched: 'name: Switched\n' })
    const drift = async () => (await started.call('GET', '/api/v1/solutions/four/drift')).body.drift
    assert.deepEqual(await drift(), [])
    assertDone(await started.call('PATCH', '/api/v1/modules/switched', { enabled: false }))
    assert.deepEqual(
      (await drift()).map(({ sentence }: { sentence: string }) => sentence),
      ['an administrator has switched the module switched off'],
    )
  })

  it('are refused with their place when they contradict themselves', async () => {
    assert.deepEqual(
      await problems(`name: Wrong
settings:
  - { code: key, name: Key, type: secret, default: abc }
  - { code: Key, name: Key, type: string }
  - { code: count, name: Count, type: number, default: many }
activities:
  - { code: a, name: A, url: "https://x.test/{key}", headers: { Host: x, X-A: "{kee}" }, signature: count }
`),
      [
        'settings[0].default: a secret cannot have a default, because everyone could read it in the file',
        'settings[1].code: "Key" and "key" differ only in case',
        'settings[2].default: the setting "count" must be a number',
        'activities[0].url: the secret "key" cannot be part of an address; send it in a header',
        'activities[0].headers.Host: this header is set by the platform',
        'activities[0].headers.X-A: there is no setting "kee"; did you mean "key"?',
        'activities[0].signature: the setting "count" is not a secret, so it cannot sign a request',
      ],
    )
    assert.match((await problems('name: System\n', 'system')).join(), /the module code "system" is reserved/)
  })

  it('can be written like the example of the page', async () => {
    const page = await readFile(new URL('../../../docs/modules.md', import.meta.url), 'utf8')
    const [, text] = /^```yaml\n([\s\S]*?)^```$/m.exec(page)!
    assertDone(await planModules(started.call, 'example', { example: text! }))
  })

  it('belong to one solution, and share no code with a namespace', async () => {
    await apply('five', { owned: 'name: Owned\n' })
    assert.match((await problems('name: Mine\n', 'owned')).join(), /"owned" belongs to the solution "five"/)
    assert.match((await problems('name: Mine\n', 'Owned')).join(), /differs from "Owned" only in case/)
    const both = {
      'solution.yaml': 'code: six\nname: S\nversion: 1.0.0\n',
      'namespaces/owned/namespace.yaml': 'name: O\n',
    }
    const plan = async (files: Record<string, string>) =>
      started.call('POST', '/api/v1/solutions/plan', await writeZip(new Map(Object.entries(files))))
    assertRefused(await plan(both), 400, 'definition.invalid', /"owned" is the code of a module/)
    const own = { ...both, 'namespaces/own/namespace.yaml': 'name: O\n', 'modules/own/module.yaml': 'name: O\n' }
    assert.match(JSON.stringify((await plan(own)).body.problems), /\\"own\\" is the code of a namespace/)
  })
})
