import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { applyModules } from '../../../../modules/modules.fixture.ts'
import { got } from '../scheme.fixture.ts'

const server = useServer()
const modules = '/pub/v1/scheme/modules'

describe('the schema of a module', () => {
  before(async () => {
    await applyModules(server.call, 'described', {
      described_one: `name: One
summary: Short
author: A
website: https://a.test
language: en
settings: [{ code: key, name: K, type: secret, required: true }]
activities: [{ code: do, name: Do, url: "https://a.test/" }]
`,
    })
  })

  it('is returned to every user by id and by code, without its settings', async () => {
    const { call } = await server.user()
    const one = await got(call, `${modules}/described_one`)
    const { __id, __createdAt, __createdBy, __updatedAt, __updatedBy, ...rest } = one
    assert.deepEqual(rest, {
      __name: 'One',
      code: 'described_one',
      namespace: 'described_one',
      name: 'One',
      kind: 'integration',
      summary: 'Short',
      description: '',
      help: '',
      author: 'A',
      website: 'https://a.test',
      language: 'en',
      enabled: false,
      activities: [{ code: 'do', name: 'Do', description: '' }],
      __deletedAt: null,
    })
    assert.deepEqual(await got(call, `${modules}/${__id}`), one)
    assertDone(await server.call('PATCH', '/api/v1/modules/described_one', { settings: { key: 'a secret' } }))
    assert.equal((await got(call, `${modules}/${__id}`)).enabled, true)
  })

  it('belongs to the content of its solution for every user', async () => {
    const { call } = await server.user()
    const { content } = await got(call, '/pub/v1/scheme/solutions/described')
    assert.deepEqual(
      content.map(({ type, code }: Record<string, string>) => [type, code]),
      [['module', 'described_one']],
    )
  })

  it('is not found when there is no such module', async () => {
    assertRefused(await server.call('GET', `${modules}/unheard`), 404, 'module.not_found', /"unheard" not found/)
  })

  it('has a code under which the storage keeps values', async () => {
    const path = '/pub/v1/storage/described_one/cursor'
    assertDone(await server.call('POST', path, { data: '7' }))
    assert.equal((await server.call('GET', path)).body.data, '7')
    assertRefused(
      await server.call('GET', '/pub/v1/storage/described_on/cursor'),
      404,
      'namespace.not_found',
      /did you mean "described_one"/,
    )
  })
})
