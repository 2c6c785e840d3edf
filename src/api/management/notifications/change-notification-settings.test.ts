import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { notificationKinds } from '../../../people/index.ts'
import { notifications } from './notifications.fixture.ts'

const server = useServer()
const path = `${notifications}/settings`

it('changes what the body has, for the caller only, and records the change in the audit log', async () => {
  const { call, id } = await server.user()
  const change = async (body: Body): Promise<Body> => {
    const answer = await call('PATCH', path, body)
    assertDone(answer)
    return answer.body.settings
  }
  await change({ language: 'ru', timeZone: 'Europe/Moscow', mail: 'daily', dailyAt: '18:30' })
  await change({ kinds: { task: { mail: false } } })
  const { kinds, ...settings } = await change({ kinds: { import: { inApp: false }, question: {} } })
  assert.deepEqual(settings, { language: 'ru', timeZone: 'Europe/Moscow', mail: 'daily', dailyAt: '18:30' })
  assert.deepEqual(
    [kinds.task, kinds.import, kinds.question],
    [
      { inApp: true, mail: false },
      { inApp: false, mail: true },
      { inApp: true, mail: true },
    ],
  )
  assert.deepEqual((await change({ kinds: { task: { mail: true } } })).kinds.task, { inApp: true, mail: true })
  const stored = await call('GET', path)
  assertDone(stored)
  assert.equal(stored.body.settings.language, 'ru')
  const users = await server.call('POST', '/pub/v1/user/list', { ids: [id] })
  assertDone(users)
  assert.equal(users.body.result.result[0].timezone, 'Europe/Moscow')
  const administrator = await server.call('GET', path)
  assertDone(administrator)
  assert.equal(administrator.body.settings.language, 'en')
  const audit = await server.call('GET', `/api/v1/audit?object=notification_settings:${id}`)
  assertDone(audit)
  assert.equal(audit.body.entries.length, 4)
})

it('switches off every kind of notification', async () => {
  const { call } = await server.user()
  for (const kind of notificationKinds) assertDone(await call('PATCH', path, { kinds: { [kind]: { inApp: false } } }))
  const { body } = await call('GET', path)
  assert.deepEqual(
    notificationKinds.filter((kind) => body.settings.kinds[kind].inApp),
    [],
  )
})

it('selects the time zone of the installation with null', async () => {
  const { call } = await server.user()
  const zone = async (timeZone: string | null): Promise<string> => {
    const answer = await call('PATCH', path, { timeZone })
    assertDone(answer)
    return answer.body.settings.timeZone
  }
  const own = await zone(null)
  assert.equal(await zone('Asia/Tokyo'), 'Asia/Tokyo')
  assert.equal(await zone(null), own)
})

it('refuses unknown time zones, languages, times and kinds, and changes nothing', async () => {
  const { call } = await server.user()
  const wrong = await call('PATCH', path, { language: 'ru', timeZone: 'Mars/Olympus' })
  assertRefused(wrong, 400, 'input.wrong', /"Mars\/Olympus" does not exist/)
  for (const body of [
    { language: 'fr' },
    { dailyAt: '24:00' },
    { mail: 'weekly' },
    { kinds: { news: {} } },
    { more: 1 },
  ])
    assert.equal((await call('PATCH', path, body)).status, 400, JSON.stringify(body))
  const answer = await call('GET', path)
  assertDone(answer)
  assert.equal(answer.body.settings.language, 'en')
})
