import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { notifications } from './notifications.fixture.ts'

const server = useServer()

it('returns the defaults of the installation for a user who has changed nothing', async () => {
  const { call } = await server.user()
  const answer = await call('GET', `${notifications}/settings`)
  assertDone(answer)
  const { kinds, timeZone, ...settings } = answer.body.settings
  assert.deepEqual(settings, { language: 'en', mail: 'atOnce', dailyAt: '09:00' })
  assert.ok(timeZone.length > 0)
  const on = { inApp: true, mail: true }
  assert.deepEqual(kinds, {
    task: on,
    question: on,
    deadline: on,
    import: on,
    job: on,
    comment: on,
    message: on,
    system: on,
  })
})
