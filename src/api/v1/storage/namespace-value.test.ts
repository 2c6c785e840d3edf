import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { audited, freshKey, requests, storage, testValues } from './stored-values.fixture.ts'

const server = useServer()

testValues(server, { title: 'a namespace', path: 'all', other: 'all/things', object: 'all' })
testValues(server, {
  title: 'the built-in namespace',
  path: '_system_catalogs',
  other: 'system',
  object: '_system_catalogs',
})

describe('the storage', () => {
  it('refuses unknown namespaces and applications and creates nothing', async () => {
    for (const [method, body] of requests) {
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
    const versions = (await audited(server, `storage:all/${key}`)).map(
      ({ after }: { after: { version: number } }) => after.version,
    )
    assert.deepEqual(
      versions.sort((a: number, b: number) => a - b),
      values.map((_, n) => n + 1),
    )
  })
})
