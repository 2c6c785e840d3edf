import assert from 'node:assert/strict'
import { it } from 'node:test'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()
const address = '/api/v1/me/settings'

it('the settings of the console have defaults for a user who has chosen nothing', async () => {
  const { call } = await server.user()
  const { body } = await call('GET', address)
  assert.deepEqual(body.settings, {
    language: 'en',
    timeZone: 'UTC',
    theme: 'system',
    density: 'compact',
    startPage: null,
  })
})
