import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertRefused, changed, item, made, parts, startEverything, things } from '../../../../test/everything.ts'
import type { TestPlatform } from '../../../../test/platform.ts'

let started: TestPlatform
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

describe('getting an element', () => {
  it('returns the whole element, by GET and by POST with any kind of empty body', async () => {
    const thing = await made(started.call, things, { title: 'Found', amount: 2.5 })
    const path = `${things}/${thing.__id}/get`
    assert.deepEqual(item(await started.call('GET', path)), thing)
    for (const body of [undefined, '', '{}', '[]', 'null']) {
      assert.deepEqual(item(await started.call('POST', path, body)), thing)
    }
    assert.deepEqual(item(await started.call('GET', `${path}?query={}&unknown=1`)), thing)
  })

  it('accepts an id in capital letters', async () => {
    const { __id } = await made(started.call, parts, {})
    assert.equal(item(await started.call('GET', `${parts}/${__id.toUpperCase()}/get`)).__id, __id)
  })

  it('returns a deleted element too, because other elements may refer to it', async () => {
    const { __id } = await made(started.call, parts, { code: 'gone' })
    await changed(started.call, parts, __id, { __deletedAt: '2026-05-01T00:00:00Z' })
    const element = item(await started.call('GET', `${parts}/${__id}/get`))
    assert.deepEqual([element.code, element.__deletedAt], ['gone', '2026-05-01T00:00:00Z'])
  })

  it('returns 404 for an unknown id', async () => {
    for (const id of [
      '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab',
      'x',
      '1',
      '%D1%91',
      'null',
      '00000000-0000-0000-0000-000000000000',
    ]) {
      for (const method of ['GET', 'POST']) {
        const answer = await started.call(method, `${things}/${id}/get`)
        assertRefused(answer, 404, 'element.not_found', /not found/)
      }
    }
  })

  it('does not find an element in another application', async () => {
    const { __id } = await made(started.call, parts, {})
    const answer = await started.call('GET', `${things}/${__id}/get`)
    assertRefused(answer, 404, 'element.not_found', new RegExp(`${__id} not found in all\\.things`))
  })

  it('returns a suggestion for an unknown application', async () => {
    const id = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'
    const answer = await started.call('GET', `/pub/v1/app/al/things/${id}/get`)
    assertRefused(answer, 404, 'application.not_found', /did you mean "all\.things"\?/)
  })

  it('returns an ETag that stays the same until the element changes', async () => {
    const { __id } = await made(started.call, parts, {})
    const tag = async () => (await started.call('GET', `${parts}/${__id}/get`)).headers.get('etag')
    const first = await tag()
    assert.match(first ?? '', /^"\d+"$/)
    assert.equal(await tag(), first)
    await changed(started.call, parts, __id, { code: 'new' })
    assert.notEqual(await tag(), first)
  })
})
