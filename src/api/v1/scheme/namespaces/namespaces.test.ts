import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertRefused, aUser, type Everything, startEverything } from '../../../../../test/everything.ts'
import { namespaces, rows, solutions } from '../scheme.fixture.ts'

let started: Everything
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

const codes = async (path: string): Promise<string[]> => (await rows(started.call, path)).map(({ code }) => code)

describe('the schemas of namespaces', () => {
  it('are in the order of the menu, the built-in one last', async () => {
    assert.deepEqual(await codes(namespaces), ['all', 'ref', 'docs', '_system_catalogs'])
  })

  it('contain title, position, authors and times, under the names that clients expect', async () => {
    const { body } = await started.call('GET', `${namespaces}/ref`)
    assert.deepEqual(Object.keys(body), ['success', 'error', 'namespace'])
    const { __id, hash, __createdAt, __updatedAt, ...rest } = body.namespace
    assert.match(__id, /^[0-9a-f-]{36}$/)
    assert.match(hash, /^[0-9a-f]{64}$/)
    for (const time of [__createdAt, __updatedAt]) assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    assert.deepEqual(rest, {
      code: 'ref',
      namespace: 'ref',
      name: 'Reference data',
      __name: 'Reference data',
      title: 'Reference data',
      icon: 'book',
      order: 10,
      hidden: false,
      system: false,
      solution: 'office',
      __createdBy: started.userId,
      __updatedBy: started.userId,
      __deletedAt: null,
    })
  })

  it('distinguish the built-in one, which contains the users', async () => {
    const { namespace } = (await started.call('GET', `${namespaces}/_system_catalogs`)).body
    assert.deepEqual([namespace.system, namespace.hidden, namespace.solution], [true, true, null])
    assert.deepEqual(await codes(`${namespaces}/_system_catalogs/apps`), ['_users', 'employee'])
  })

  it('of an unknown code are 404, with a suggestion', async () => {
    for (const rest of ['', '/apps', '/exportable', '/pages', '/doctemplates', '/processes']) {
      const answer = await started.call('GET', `${namespaces}/reff${rest}`)
      assertRefused(answer, 404, 'namespace.not_found', /"reff" not found; did you mean "ref"\?/)
    }
  })
})

describe('a list of schemas', () => {
  it('has everything without parameters, and pages with from and size', async () => {
    const page = async (query: string) => {
      const { result, total } = (await started.call('GET', `${namespaces}${query}`)).body.result
      return [result.map(({ code }: { code: string }) => code), total]
    }
    assert.deepEqual(await page(''), [['all', 'ref', 'docs', '_system_catalogs'], 4])
    assert.deepEqual(await page('?query={}'), [['all', 'ref', 'docs', '_system_catalogs'], 4])
    assert.deepEqual(await page('?from=1&size=1'), [['ref'], 4])
    assert.deepEqual(await page(`?query=${encodeURIComponent('{"from":3}')}`), [['_system_catalogs'], 4])
    assert.deepEqual(await page('?size=0'), [[], 4])
    assert.deepEqual(await page('?from=100'), [[], 4])
  })

  it('is not limited to ten rows', async () => {
    assert.equal((await rows(started.call, `${namespaces}/ref/apps?query={}`)).length, 3)
    const { size } = { size: 10_001 }
    const answer = await started.call('GET', `${namespaces}?size=${size}`)
    assertRefused(answer, 400, 'query.wrong_list', /"size" must be a whole number from 0 to 10000/)
  })

  it('can be read by everybody with a token', async () => {
    const { call } = await aUser(started, { login: 'reader' })
    for (const path of [namespaces, `${namespaces}/ref/apps`, `${namespaces}/ref/apps/contacts`, solutions]) {
      assert.equal((await call('GET', path)).status, 200, path)
    }
  })
})

describe('a kind of definition that does not exist yet', () => {
  for (const path of [
    `${namespaces}/ref/pages`,
    `${namespaces}/ref/doctemplates`,
    `${namespaces}/ref/processes`,
    `${namespaces}/ref.contacts/processes`,
    `${namespaces}/_system_catalogs/processes`,
    `${namespaces}/ref/apps/contacts/doctemplates`,
    `${namespaces}/ref/apps/contacts/processes`,
  ]) {
    it(`${path} is an empty list`, async () => {
      const { status, body } = await started.call('GET', path)
      assert.deepEqual([status, body], [200, { success: true, error: '', result: { result: [], total: 0 } }])
    })
  }

  const id = '018f0000-0000-7000-8000-000000000000'
  for (const [path, code] of [
    [`modules/${id}`, 'module.not_found'],
    [`modules/${id}/exportable`, 'module.not_found'],
    [`pages/${id}`, 'page.not_found'],
    [`doctemplates/${id}`, 'document_template.not_found'],
    ['namespaces/ref/processes/approve', 'process.not_found'],
    ['namespaces/ref.contacts/processes/approve', 'process.not_found'],
    ['namespaces/ref/apps/contcts/groups', 'application.not_found'],
    ['namespaces/ref/apps/contcts/doctemplates', 'application.not_found'],
    ['namespaces/ref/apps/contcts/processes', 'application.not_found'],
    ['namespaces/ref.contcts/processes', 'application.not_found'],
  ] as const) {
    it(`${path} is 404`, async () => {
      assertRefused(await started.call('GET', `/pub/v1/scheme/${path}`), 404, code, /not found/)
    })
  }
})
