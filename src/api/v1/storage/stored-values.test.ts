import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { sql } from '../../../foundation/db/sql.ts'

const server = useServer()
const storage = '/pub/v1/storage'
let keys = 0
const freshKey = () => `test.key:${++keys}-${process.pid}_a`

/** The scopes, each with another scope that must not see its values. */
const scopes = [
  { title: 'the system', path: 'system', other: 'all', object: 'system' },
  { title: 'a namespace', path: 'all', other: 'all/things', object: 'all' },
  { title: 'an application', path: 'all/things', other: 'all/parts', object: 'all.things' },
  { title: 'the built-in namespace', path: '_system_catalogs', other: 'system', object: '_system_catalogs' },
] as const

const audited = async (object: string) => {
  const { body } = await server.call('GET', `/api/v1/audit?object=${encodeURIComponent(object)}`)
  return body.entries.map(({ before, after }: Record<string, unknown>) => ({ before, after }))
}

for (const { title, path, other, object } of scopes) {
  describe(`a value of ${title}`, () => {
    it('is read as it was stored, whatever the text, until it is deleted', async () => {
      const key = freshKey()
      const address = `${storage}/${path}/${key}`
      for (const data of ['', '{"a": 1}', 'ключ\n\t"\\ 😀', ' ']) {
        assertDone(await server.call('POST', address, { data }))
        const answer = await server.call('GET', address)
        assertDone(answer)
        assert.equal(answer.body.data, data)
      }
      assertRefused(await server.call('GET', `${storage}/${other}/${key}`), 404, 'storage.key_not_found', /not found/)
      assertDone(await server.call('DELETE', address))
      assertRefused(await server.call('GET', address), 404, 'storage.key_not_found', new RegExp(`"${key}" not found`))
    })

    it('can be deleted when there is none', async () => {
      assertDone(await server.call('DELETE', `${storage}/${path}/${freshKey()}`))
    })

    it('is recorded in the audit log without the text, and not at all when nothing changes', async () => {
      const key = freshKey()
      const address = `${storage}/${path}/${key}`
      await server.call('POST', address, { data: 'secret-1' })
      await server.call('POST', address, { data: 'secret-1' })
      await server.call('POST', address, { data: 'secret-2' })
      await server.call('DELETE', address)
      await server.call('DELETE', address)
      assert.deepEqual(await audited(`storage:${object}/${key}`), [
        { before: { version: 2, bytes: 8 }, after: null },
        { before: { version: 1 }, after: { version: 2 } },
        { before: null, after: { version: 1, bytes: 8 } },
      ])
      const { database } = server.running().platform
      const rows = await database.reader.rows(sql`select from audit a where a::text like '%secret-1%'`)
      assert.equal(rows.length, 0)
    })

    it('may have 1 MiB in UTF-8, and no byte more', async () => {
      const address = `${storage}/${path}/${freshKey()}`
      const most = 'я'.repeat(512 * 1024)
      assertDone(await server.call('POST', address, { data: most }))
      assertRefused(await server.call('POST', address, { data: `${most}a` }), 400, 'storage.value_too_large', /1 MiB/)
      assert.equal((await server.call('GET', address)).body.data, most)
      await server.call('DELETE', address)
    })

    it('is refused to everyone but administrators', async () => {
      const { call } = await server.user()
      const address = `${storage}/${path}/${freshKey()}`
      for (const [method, body] of [['GET'], ['POST', { data: 'x' }], ['DELETE']] as const)
        assertRefused(await call(method, address, body), 403, 'auth.not_allowed', /only administrators/)
      assert.equal((await server.call('GET', address)).status, 404)
    })
  })
}

describe('a key of the storage', () => {
  for (const [what, key] of Object.entries({
    'with an encoded slash': 'a%2Fb',
    'with a space': 'a%20b',
    'with a letter that is not Latin': '%D0%BA',
    'with an asterisk': 'a*',
    'with U+0000': 'a%00',
    'of 256 characters': 'k'.repeat(256),
  }))
    it(`${what} is refused`, async () => {
      for (const [method, body] of [['GET'], ['POST', { data: 'x' }], ['DELETE']] as const) {
        const answer = await server.call(method, `${storage}/system/${key}`, body)
        assertRefused(answer, 400, 'storage.wrong_key', /1 to 255 characters/)
      }
    })

  it('may have 255 characters', async () => {
    const address = `${storage}/system/${'k'.repeat(255)}`
    assertDone(await server.call('POST', address, { data: 'x' }))
    assertDone(await server.call('DELETE', address))
  })

  it('with a slash leads to another scope, never to the namespace "system"', async () => {
    const answer = await server.call('POST', `${storage}/system/a/b`, { data: 'x' })
    assertRefused(answer, 404, 'application.not_found', /"system.a" not found/)
    const four = await server.call('POST', `${storage}/all/things/a/b`, { data: 'x' })
    assertRefused(four, 404, 'path.not_found', /./)
  })
})

describe('the storage', () => {
  it('refuses unknown namespaces and applications and creates nothing', async () => {
    for (const [method, body] of [['GET'], ['POST', { data: 'x' }], ['DELETE']] as const) {
      const namespace = await server.call(method, `${storage}/al/k`, body)
      assertRefused(namespace, 404, 'namespace.not_found', /"al" not found; did you mean "all"/)
      const application = await server.call(method, `${storage}/all/thing/k`, body)
      assertRefused(application, 404, 'application.not_found', /"all.thing" not found; did you mean "all.things"/)
    }
  })

  it('refuses a body without a text', async () => {
    for (const body of [{}, { data: 1 }, { data: null }, { data: { a: 1 } }])
      assertRefused(await server.call('POST', `${storage}/system/k`, body), 400, 'input.wrong', /data/)
  })

  it('keeps the last of concurrent writes whole, each with a version of its own', async () => {
    const key = freshKey()
    const values = Array.from({ length: 12 }, (_, n) => String(n).repeat(1000))
    const answers = await Promise.all(values.map((data) => server.call('POST', `${storage}/all/${key}`, { data })))
    answers.forEach(assertDone)
    assert.ok(values.includes((await server.call('GET', `${storage}/all/${key}`)).body.data))
    const versions = (await audited(`storage:all/${key}`)).map(
      ({ after }: { after: { version: number } }) => after.version,
    )
    assert.deepEqual(
      versions.sort((a: number, b: number) => a - b),
      values.map((_, n) => n + 1),
    )
  })
})
