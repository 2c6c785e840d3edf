import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import type { SharedServer } from '../../../../test/shared-server.ts'
import { sql } from '../../../foundation/db/sql.ts'

export const storage = '/pub/v1/storage'

/** The methods of the storage, each with a valid body. */
export const requests = [['GET'], ['POST', { data: 'x' }], ['DELETE']] as const

let keys = 0
export const freshKey = (): string => `test.key:${++keys}-${process.pid}_a`

/** Returns the changes of an object in the audit log, newest first. */
export async function audited(server: SharedServer, object: string): Promise<Body[]> {
  const { body } = await server.call('GET', `/api/v1/audit?object=${encodeURIComponent(object)}`)
  return body.entries.map(({ before, after }: Record<string, unknown>) => ({ before, after }))
}

interface Scope {
  readonly title: string
  readonly path: string
  /** Path of another scope, which must not see the values. */
  readonly other: string
  /** The scope in objects of the audit log. */
  readonly object: string
}

/** Tests the values of a scope. */
export function testValues(server: SharedServer, { title, path, other, object }: Scope): void {
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
      assert.deepEqual(await audited(server, `storage:${object}/${key}`), [
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
      for (const [method, body] of requests)
        assertRefused(await call(method, address, body), 403, 'auth.not_allowed', /only administrators/)
      assert.equal((await server.call('GET', address)).status, 404)
    })
  })
}
