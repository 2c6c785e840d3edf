import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { applyModules } from '../../../../modules/modules.fixture.ts'
import { rows } from '../groups/groups.fixture.ts'
import { got } from '../scheme.fixture.ts'

const server = useServer()
const modules = '/pub/v1/scheme/modules'

describe('modules', () => {
  before(async () => {
    await applyModules(server.call, 'schemed', {
      schemed_one: `name: One
summary: Short
author: A
website: https://a.test
language: en
settings: [{ code: key, name: K, type: secret, required: true }]
activities: [{ code: do, name: Do, url: "https://a.test/{x}" }]
`.replace('{x}', ''),
    })
  })

  describe('the schema of a module', () => {
    it('is returned to every user by id and by code, without its settings', async () => {
      const { call } = await server.user()
      const one = await got(call, `${modules}/schemed_one`)
      const { __id, __createdAt, __createdBy, __updatedAt, __updatedBy, ...rest } = one
      assert.deepEqual(rest, {
        __name: 'One',
        code: 'schemed_one',
        namespace: 'schemed_one',
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
      assert.deepEqual(
        (await rows(call, modules)).find(({ code }) => code === 'schemed_one'),
        one,
      )
      assertDone(await server.call('PATCH', '/api/v1/modules/schemed_one', { settings: { key: 'a secret' } }))
      assert.equal((await got(call, `${modules}/${__id}`)).enabled, true)
    })

    it('belongs to the content of its solution, and can be exported', async () => {
      const { call } = await server.user()
      const { content } = await got(call, '/pub/v1/scheme/solutions/schemed')
      assert.deepEqual(
        content.map(({ type, code }: Record<string, string>) => [type, code]),
        [['module', 'schemed_one']],
      )
      const answer = await call('GET', `${modules}/schemed_one/exportable`)
      assertDone(answer)
      assert.deepEqual([answer.body.exportable, answer.body.reasons], [true, []])
      assert.equal(await got(call, '/pub/v1/scheme/solutions/schemed').then(({ code }) => code), 'schemed')
    })

    it('is not found when there is no such module', async () => {
      for (const path of [`${modules}/unheard`, `${modules}/unheard/exportable`])
        assertRefused(await server.call('GET', path), 404, 'module.not_found', /"unheard" not found/)
    })
  })

  describe('the storage of a module', () => {
    it('has the path of a namespace', async () => {
      const path = '/pub/v1/storage/schemed_one/cursor'
      assertDone(await server.call('POST', path, { data: '7' }))
      assert.equal((await server.call('GET', path)).body.data, '7')
      assertRefused(
        await server.call('GET', '/pub/v1/storage/schemed_on/cursor'),
        404,
        'namespace.not_found',
        /did you mean "schemed_one"/,
      )
    })
  })
})
