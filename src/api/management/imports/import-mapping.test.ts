import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()
const path = '/api/v1/import-mappings/all/parts'

it('is saved for one user and one application, with mode and key, until it is replaced', async () => {
  const [user, other] = [await server.user(), await server.user()]
  const read = async (call = user.call) => {
    const answer = await call('GET', path)
    assertDone(answer)
    const { mapping, mode, key } = answer.body
    return { mapping, mode, key }
  }
  assert.deepEqual(await read(), { mapping: {}, mode: null, key: [] })
  const saved = { mapping: { 'Part no.': 'code' }, mode: 'upsert', key: ['code'] }
  assertDone(await user.call('PUT', path, saved))
  assert.deepEqual(await read(), saved)
  assertDone(await user.call('PUT', path, { mapping: { Weight: 'weight' } }))
  assert.deepEqual(await read(), { mapping: { Weight: 'weight' }, mode: null, key: [] })
  assert.deepEqual(await read(other.call), { mapping: {}, mode: null, key: [] })
})

it('is refused for unknown fields and applications', async () => {
  const wrong = await server.call('PUT', path, { mapping: { Weight: 'wieght' } })
  assertRefused(wrong, 400, 'import.wrong_mapping', /did you mean "weight"/)
  const key = await server.call('PUT', path, { mapping: {}, key: ['cod'] })
  assertRefused(key, 400, 'import.wrong_option', /did you mean "code"/)
  const unknown = await server.call('GET', '/api/v1/import-mappings/all/nothing')
  assertRefused(unknown, 404, 'application.not_found', /not found/)
})
