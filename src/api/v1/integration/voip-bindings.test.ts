import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { applyModules } from '../../../modules/modules.fixture.ts'

const server = useServer()
const at = (code: string): string => `/pub/v1/integration/${code}/voip/bindings`
const path = at('voip_pbx')
const put = (bindings: unknown, code = 'voip_pbx') => server.call('PUT', at(code), { bindings })
const bindings = async (): Promise<unknown> => {
  const answer = await server.call('GET', path)
  assertDone(answer)
  return answer.body.bindings
}

let anna: string
let boris: string

describe('the extensions of a telephony module', () => {
  before(async () => {
    await applyModules(server.call, 'voip', {
      voip_pbx: 'name: Telephones\nkind: telephony\n',
      voip_other: 'name: Telephones\nkind: telephony\n',
      voip_checks: 'name: Checks\n',
      voip_off: 'name: Off\nkind: telephony\nenabled: false\n',
      voip_unset: 'name: Unset\nkind: telephony\nsettings: [{ code: url, name: U, type: url, required: true }]\n',
    })
    anna = (await server.user()).id
    boris = (await server.user()).id
  })

  it('are replaced as a whole; a user may have several, and numbers lose their separators', async () => {
    assert.deepEqual(await bindings(), [])
    assertDone(
      await put([
        { extension: '1-01', userId: anna },
        { extension: '0102', userId: anna.toUpperCase() },
      ]),
    )
    assert.deepEqual(await bindings(), [
      { extension: '101', userId: anna },
      { extension: '0102', userId: anna },
    ])
    const next = [{ extension: '0102', userId: boris }]
    assertDone(await put(next))
    assertDone(await put(next))
    assert.deepEqual(await bindings(), next)
    assertDone(await put([]))
    assert.deepEqual(await bindings(), [])
  })

  it('of one module do not restrict those of another', async () => {
    assertDone(await put([{ extension: '7', userId: anna }]))
    assertDone(await put([{ extension: '7', userId: boris }], 'voip_other'))
    assert.deepEqual(await bindings(), [{ extension: '7', userId: anna }])
  })

  it('stay as they were when a row is wrong, and the error names the row', async () => {
    const good = { extension: '1', userId: anna }
    assertDone(await put([good]))
    const blocked = (await server.user()).id
    assertDone(await server.call('POST', `/api/v1/users/${blocked}/block`))
    const missing = '00000000-0000-4000-8000-000000000000'
    for (const [row, code, sentence, field] of [
      [{ extension: 'abc', userId: anna }, 'telephony.wrong_extension', /row 2: "abc" is not/, 'extension'],
      [
        { extension: ' 1 ', userId: boris },
        'telephony.wrong_extension',
        /row 2: .* 1 is given twice, first in row 1/,
        'extension',
      ],
      [{ extension: '2', userId: missing }, 'telephony.wrong_user', /row 2: no user has the id/, 'userId'],
      [{ extension: '2', userId: 'me' }, 'telephony.wrong_user', /row 2: no user has the id "me"/, 'userId'],
      [{ extension: '2', userId: blocked }, 'telephony.wrong_user', /row 2: the user .* is blocked/, 'userId'],
    ] as const) {
      const answer = await put([good, row])
      assertRefused(answer, 400, code, sentence)
      assert.equal(answer.body.field, `bindings[1].${field}`)
    }
    assertRefused(await put([{ extension: 1, userId: anna }]), 400, 'input.wrong', /extension/)
    assertRefused(await server.call('PUT', path, {}), 400, 'input.wrong', /bindings/)
    assert.deepEqual(await bindings(), [good])
  })

  it('are kept when their user is blocked later', async () => {
    const { id } = await server.user()
    assertDone(await put([{ extension: '9', userId: id }]))
    assertDone(await server.call('POST', `/api/v1/users/${id}/block`))
    assert.deepEqual(await bindings(), [{ extension: '9', userId: id }])
  })

  it('exist only in modules that are of the telephony kind and on', async () => {
    for (const [code, status, error, sentence] of [
      ['voip_checks', 400, 'telephony.wrong_module', /not of the kind "telephony"/],
      ['voip_off', 400, 'module.off', /"voip_off" is switched off/],
      ['voip_unset', 400, 'module.off', /is off, because "url" of its settings has no value/],
      ['voip_pbxx', 404, 'module.not_found', /"voip_pbxx" not found; did you mean "voip_pbx"/],
    ] as const) {
      assertRefused(await put([], code), status, error, sentence)
      assertRefused(await server.call('GET', at(code)), status, error, sentence)
    }
  })

  it('are for administrators only', async () => {
    const { call } = await server.user()
    for (const method of ['GET', 'PUT'])
      assertRefused(
        await call(method, path, method === 'PUT' ? { bindings: [] } : undefined),
        403,
        'auth.not_allowed',
        /only administrators/,
      )
  })

  it('are recorded in the audit log', async () => {
    assertDone(await put([{ extension: '55', userId: anna }]))
    const { body } = await server.call('GET', '/api/v1/audit?object=telephony:voip_pbx&size=1')
    assert.deepEqual(body.entries[0].after, { bindings: [{ extension: '55', userId: anna }] })
  })

  it('replaced by two callers at once are those of one of them', async () => {
    const lists = [anna, boris].map((userId) =>
      Array.from({ length: 50 }, (_, n) => ({ extension: String(n), userId })),
    )
    const answers = await Promise.all([...lists, ...lists].map((list) => put(list)))
    answers.forEach(assertDone)
    const found = JSON.stringify(await bindings())
    assert.ok(lists.some((list) => JSON.stringify(list) === found))
  })
})
