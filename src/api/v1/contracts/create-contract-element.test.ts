import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, item, listed } from '../../../../test/everything.ts'
import type { Body, TestPlatform } from '../../../../test/platform.ts'
import { applied, documents, documentsFile, letters, postFiles, startPost } from './contracts.fixture.ts'

const withoutDefault = documentsFile.replace(/default: .*\n/, '')
const registered = documentsFile.replace(
  'application: post.letters\n',
  'application: post.letters\n    where: "[sheets] > 0"\n',
)

describe('creating an element through a contract', () => {
  let started: TestPlatform
  before(async () => {
    started = await startPost({
      'namespaces/post/contracts/papers.yaml': withoutDefault,
      'namespaces/post/contracts/thick.yaml': registered,
    })
  })
  after(() => started[Symbol.asyncDispose]())

  const create = (context: Body, contract = 'documents', headers = {}) =>
    started.call('POST', `/pub/v1/contracts/post/${contract}/create`, { context }, headers)

  it('creates an element of the default application', async () => {
    const made = item(await create({ number: 'L-1', date: '2026-05-09', kind: 'complaint', __name: 'About noise' }))
    assert.deepEqual([made.number, made.__name, made.__statusCode], ['L-1', 'About noise', 'draft'])
    const original = item(await started.call('GET', `${letters}/${made.__sourceRef.id}/get`))
    assert.deepEqual(
      [original.number, original.received, original.kind[0].code],
      ['L-1', '2026-05-09T00:00:00Z', 'complaint'],
    )
    assert.equal((await listed(started.call, documents)).total, 1)
  })

  it('creates one element when the request is repeated with its Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'one-and-the-same' }
    const context = { number: 'L-2', date: '2026-05-09', sheets: 2 }
    for (const contract of ['documents', 'thick']) {
      const keyed = { 'idempotency-key': `${key['idempotency-key']}-${contract}` }
      const [once, again] = [await create(context, contract, keyed), await create(context, contract, keyed)]
      assert.equal(item(again).__id, item(once).__id)
    }
  })

  it('is refused when a required field of the application is missing, and nothing is created', async () => {
    const { total } = await listed(started.call, letters)
    const answer = await create({ number: 'L-3' })
    assertRefused(answer, 400, 'element.required_field', /"date" is "received" of post.letters/)
    assert.equal((await listed(started.call, letters)).total, total)
  })

  it('is refused when the contract names no default application', async () => {
    assertRefused(await create({ number: 'L-4' }, 'papers'), 400, 'contract.no_default', /post.papers/)
  })

  it('is refused when the element would not meet the filter of the application in the contract', async () => {
    const { total } = await listed(started.call, letters)
    const context = { number: 'L-5', date: '2026-05-09' }
    const answer = await create({ ...context, sheets: 0 }, 'thick')
    assertRefused(answer, 400, 'contract.filter_unmet', /only elements of post.letters where \[sheets\] > 0/)
    assert.equal((await listed(started.call, letters)).total, total)
    assertDone(await create({ ...context, sheets: 1 }, 'thick'))
  })

  it('shows changes of the definition at once', async () => {
    const changed = documentsFile.replace('default: post.letters', 'default: law.deals')
    const files = { ...postFiles, 'namespaces/post/contracts/documents.yaml': changed }
    assert.deepEqual(await applied(started.call, files), [
      'creates elements in law.deals',
      'removes the contract post.papers; the elements of its applications stay',
      'removes the contract post.thick; the elements of its applications stay',
    ])
    assert.equal(item(await create({ number: 'D-1', kind: 'deal' })).__sourceRef.code, 'deals')
    assertRefused(await create({}, 'papers'), 404, 'contract.not_found', /not found/)
  })
})
