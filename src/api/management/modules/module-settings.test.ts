import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { applyModules } from '../../../modules/modules.fixture.ts'

const server = useServer()
const path = '/api/v1/modules/set_checks'
const secret = 'top-secret-of-this-test'

const change = (body: object) => server.call('PATCH', path, body)

const settings = async (): Promise<unknown> => {
  const answer = await server.call('GET', path)
  assertDone(answer)
  return Object.fromEntries(
    answer.body.module.settings.map(({ code, isSet, value }: Record<string, unknown>) => [code, [isSet, value]]),
  )
}

describe('modules', () => {
  before(async () => {
    await applyModules(server.call, 'set', {
      set_checks: `name: Checks
enabled: false
settings:
  - { code: url, name: Address, type: url, required: true }
  - { code: key, name: Key, type: secret, required: true }
  - { code: count, name: Count, type: number, default: 3 }
  - { code: strict, name: Strict, type: boolean }
  - { code: account, name: Account, type: string }
activities:
  - { code: check, name: Check, url: "{url}/checks", signature: key }
`,
    })
  })

  describe('the settings of a module', () => {
    it('have the values that administrators set, or their defaults', async () => {
      assert.deepEqual(await settings(), {
        url: [false, null],
        key: [false, undefined],
        count: [true, 3],
        strict: [false, null],
        account: [false, null],
      })
      assertDone(await change({ settings: { count: 5, strict: false, account: 'A' } }))
      assertDone(await change({ settings: { account: null, key: secret } }))
      assert.deepEqual(await settings(), {
        url: [false, null],
        key: [true, undefined],
        count: [true, 5],
        strict: [true, false],
        account: [false, null],
      })
    })

    it('have to be set before the module is switched on, if they are required', async () => {
      const refused = await change({ enabled: true, settings: { account: 'not kept' } })
      assertRefused(refused, 400, 'module.setting_missing', /its setting "url" has no value/)
      assert.equal(refused.body.field, 'settings.url')
      const { body } = await server.call('GET', path)
      assert.deepEqual([body.module.enabled, body.module.missingSettings], [false, ['url']])
      const on = await change({ enabled: true, settings: { url: 'https://checks.test' } })
      assertDone(on)
      assert.deepEqual([on.body.module.enabled, on.body.module.missingSettings], [true, []])
      assert.equal((await change({ settings: { url: null } })).body.module.enabled, false)
      assertDone(await change({ settings: { url: 'https://checks.test' } }))
      const off = await change({ enabled: false })
      assert.equal(off.body.module.enabled, false)
    })

    it('refuse values of another type and unknown settings, without showing the value', async () => {
      for (const [given, sentence] of [
        [{ count: 'many' }, /"count" must be a number/],
        [{ strict: 'yes' }, /"strict" must be true or false/],
        [{ url: 'ftp://x' }, /"url" must be an address/],
        [{ url: '' }, /"url" must be a text that is not empty/],
        [{ account: { a: 1 } }, /"account" must be a text/],
        [{ key: [secret] }, /"key" must be a text/],
        [{ key: `${secret}${'x'.repeat(5000)}` }, /"key" must have at most 4096 characters/],
        [{ kye: secret }, /no setting "kye"; did you mean "key"/],
      ] as const) {
        const answer = await change({ settings: { account: 'not kept', ...given } })
        assertRefused(answer, 400, 'module.wrong_setting', sentence)
        assert.doesNotMatch(JSON.stringify(answer.body), new RegExp(secret))
      }
      assert.notDeepEqual(((await settings()) as Record<string, unknown>).account, [true, 'not kept'])
      assertRefused(await change({ enabled: true, setings: {} }), 400, 'input.wrong', /setings/)
    })
  })

  it('an address with a password, which an earlier version accepted, is shown without it', async () => {
    assertDone(await change({ settings: { url: 'https://checks.test/v1' } }))
    const { database } = server.running().platform
    const stored = JSON.stringify(`https://bot:${secret}@checks.test/v1`)
    await database.single.rows(sql`
      update module_state set settings = jsonb_set(settings, '{url}', ${stored}::jsonb) where module = 'set_checks'`)
    const answer = await change({ settings: { count: 6 } })
    assertDone(answer)
    assert.deepEqual(((await settings()) as Record<string, unknown>).url, [true, 'https://checks.test/v1'])
    const audit = await server.call('GET', '/api/v1/audit?object=module:set_checks')
    assertDone(audit)
    assert.doesNotMatch(JSON.stringify([answer.body, audit.body]), new RegExp(secret))
    assertDone(await change({ settings: { url: 'https://checks.test/v1' } }))
  })

  describe('a secret of a module', () => {
    it('appears in no answer, in no entry of the audit log and nowhere in the database', async () => {
      assertDone(await change({ settings: { key: secret } }))
      assertDone(await change({ settings: { key: secret } }))
      for (const one of [
        path,
        '/api/v1/modules',
        '/pub/v1/scheme/modules',
        '/pub/v1/scheme/modules/set_checks',
        '/pub/v1/scheme/solutions',
        '/api/v1/audit?size=100',
        '/api/v1/solutions/set/drift',
      ])
        assert.doesNotMatch(JSON.stringify((await server.call('GET', one)).body), new RegExp(secret), one)
      const { database } = server.running().platform
      for (const table of ['module', 'module_state', 'audit']) {
        const row = await database.reader.row<{ n: number }>(
          table === 'audit'
            ? sql`select count(*)::int as n from audit t where t::text like ${`%${secret}%`}`
            : table === 'module'
              ? sql`select count(*)::int as n from module t where t::text like ${`%${secret}%`}`
              : sql`select count(*)::int as n from module_state t where t::text like ${`%${secret}%`}`,
        )
        assert.equal(row!.n, 0, table)
      }
    })

    it('is recorded in the audit log as set, replaced and removed', async () => {
      for (const key of [null, 'first-secret', 'second-secret', null]) assertDone(await change({ settings: { key } }))
      const { body } = await server.call('GET', '/api/v1/audit?object=module:set_checks&size=3')
      assert.deepEqual(
        body.entries.map(({ before, after }: Record<string, unknown>) => [before, after]),
        [
          [{ 'settings.key': 'set' }, { 'settings.key': null }],
          [{ 'settings.key': 'set' }, { 'settings.key': 'set again' }],
          [{ 'settings.key': null }, { 'settings.key': 'set' }],
        ],
      )
    })
  })

  it('modules are listed by their code', async () => {
    const { body } = await server.call('GET', '/api/v1/modules')
    const codes = body.result.result.map(({ code }: { code: string }) => code)
    assert.deepEqual(codes, codes.toSorted())
    assert.ok(codes.includes('set_checks') && body.result.total === codes.length)
  })

  it('a module that does not exist is not found', async () => {
    for (const [method, body] of [['GET'], ['PATCH', { enabled: true }]] as const)
      assertRefused(await server.call(method, '/api/v1/modules/unheard', body), 404, 'module.not_found', /"unheard"/)
  })
})
