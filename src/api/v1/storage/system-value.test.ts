import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { requests, storage, testValues } from './stored-values.fixture.ts'

const server = useServer()

testValues(server, { title: 'the system', path: 'system', other: 'all', object: 'system' })

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
      for (const [method, body] of requests) {
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
