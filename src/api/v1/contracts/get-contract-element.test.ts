import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertRefused, item, listed } from '../../../../test/everything.ts'
import type { Body, TestPlatform } from '../../../../test/platform.ts'
import { documents, oneOfEach, orders, startPost } from './contracts.fixture.ts'

describe('an element of a contract', () => {
  let started: TestPlatform
  let first: Body[]
  before(async () => {
    started = await startPost()
    first = await oneOfEach(started.call, ['B-1', 'C-1', 'A-1'])
  })
  after(() => started[Symbol.asyncDispose]())

  it('is found in any of the applications, as in the list, with the revision of the original', async () => {
    const { items } = await listed(started.call, documents)
    for (const { __id } of first) {
      const answer = await started.call('GET', `${documents}/${__id}/get`)
      assert.deepEqual(
        item(answer),
        items.find((one) => one.__id === __id),
      )
      assert.equal(answer.headers.get('etag'), '"1"')
    }
    const original = item(await started.call('GET', `${orders}/${first[1].__id}/get`))
    assert.equal(original.no, 'C-1')
  })

  it('is not found by an id that no application has, nor by something else', async () => {
    for (const id of ['0b6f7b2e-2f0f-4f5a-9c53-0123456789ab', 'nothing']) {
      const answer = await started.call('GET', `${documents}/${id}/get`)
      assertRefused(answer, 404, 'element.not_found', /not found in post\.documents/)
    }
    const elsewhere = await started.call('GET', `/pub/v1/contracts/law/documents/${first[0].__id}/get`)
    assertRefused(elsewhere, 404, 'contract.not_found', /contract "law.documents" not found/)
  })
})
