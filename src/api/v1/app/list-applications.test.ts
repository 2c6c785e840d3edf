import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, startEverything } from '../../../../test/everything.ts'
import type { Body, TestPlatform } from '../../../../test/platform.ts'

let started: TestPlatform
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

async function list(body: unknown): Promise<{ codes: string[]; total: number; items: Body[] }> {
  const answer = await started.call('GET', `/pub/v1/app/list?query=${encodeURIComponent(JSON.stringify(body))}`)
  assertDone(answer)
  const { result: items, total } = answer.body.result
  return { items, total, codes: items.map(({ namespace, code }: Body) => `${namespace}.${code}`) }
}

describe('the list of applications', () => {
  it('contains all deployed applications in the order of their codes, followed by the built-in ones', async () => {
    const letters = ['docs.incoming', 'docs.outgoing']
    const reference = ['ref.contacts', 'ref.counterparties', 'ref.products']
    const all = [
      'all.parts',
      'all.things',
      'docs.contracts',
      ...letters,
      ...reference,
      '_system_catalogs._users',
      '_system_catalogs.employee',
    ]
    assert.deepEqual(await list({}).then(({ codes, total }) => [codes, total]), [all, 10])
    assert.deepEqual((await list({ size: 10_000 })).codes, all)
  })

  it('contains the namespace, code, name, section and kind of each application', async () => {
    const { items } = await list({ size: 100 })
    const products = items.find(({ code }) => code === 'products')
    assert.match(products.__id, /^[0-9a-f-]{36}$/)
    const { namespace, name, elementName, sectionName, type, __deletedAt } = products
    assert.deepEqual(
      [namespace, name, elementName, sectionName, type, __deletedAt],
      ['ref', 'Products', 'Product', 'Reference data', 'DICTIONARY', null],
    )
    assert.equal(items.find(({ code }) => code === 'things').type, 'STANDARD')
  })

  it('is filtered by the exact namespace', async () => {
    assert.deepEqual((await list({ filter: { tf: { namespace: 'all' } } })).codes, ['all.parts', 'all.things'])
    assert.deepEqual((await list({ filter: { tf: { namespace: 'al' } } })).codes, [])
    assert.deepEqual((await list({ filter: { tf: { namespace: 'nowhere' } } })).total, 0)
  })

  it('has pages and an exact total', async () => {
    const page = await list({ from: 1, size: 2 })
    assert.deepEqual([page.codes, page.total], [['all.things', 'docs.contracts'], 10])
    assert.deepEqual(await list({ size: 0 }), { items: [], total: 10, codes: [] })
    assert.deepEqual(await list({ from: 100 }), { items: [], total: 10, codes: [] })
    const plain = await started.call('GET', '/pub/v1/app/list?from=5&size=50')
    assert.deepEqual([plain.body.result.result.length, plain.body.result.total], [5, 10])
  })

  it('refuses an unknown field by name', async () => {
    const query = encodeURIComponent('{"filter":{"tf":{"namespaze":"x"}}}')
    const answer = await started.call('GET', `/pub/v1/app/list?query=${query}`)
    assertRefused(answer, 400, 'query.unknown_field', /unknown field "namespaze"; did you mean "namespace"\?/)
  })
})
