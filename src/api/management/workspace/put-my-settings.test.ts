import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { languages } from '../../../foundation/kit/languages.ts'

const server = useServer()
const address = '/api/v1/me/settings'
const chosen = { language: 'ru', timeZone: 'Asia/Tokyo', theme: 'dark', density: 'comfortable', startPage: '/files' }

describe('replacing the settings of the console', () => {
  it('changes all of them, for the caller alone', async () => {
    const [anna, boris] = [await server.user(), await server.user()]
    const put = await anna.call('PUT', address, chosen)
    assertDone(put)
    assert.deepEqual(put.body.settings, chosen)
    assert.deepEqual((await anna.call('GET', address)).body.settings, chosen)
    assert.equal((await boris.call('GET', address)).body.settings.theme, 'system')
    assertDone(await anna.call('PUT', address, { ...chosen, startPage: null, theme: 'light' }))
    const { theme, startPage, density } = (await anna.call('GET', address)).body.settings
    assert.deepEqual([theme, startPage, density], ['light', null, 'comfortable'])
  })

  it('share language and time zone with notifications', async () => {
    const { call } = await server.user()
    assertDone(await call('PUT', address, chosen))
    const { settings } = (await call('GET', '/api/v1/notifications/settings')).body
    assert.deepEqual([settings.language, settings.timeZone, settings.mail], ['ru', 'Asia/Tokyo', 'atOnce'])
    assertDone(await call('PATCH', '/api/v1/notifications/settings', { language: 'en', mail: 'daily' }))
    assert.equal((await call('GET', address)).body.settings.language, 'en')
    assertDone(await call('PUT', address, chosen))
    assert.equal((await call('GET', '/api/v1/notifications/settings')).body.settings.mail, 'daily')
  })

  it('store no default that the user has not chosen, so that a new default of the installation counts', async () => {
    const { id, call } = await server.user()
    const { settings } = (await call('GET', address)).body
    assertDone(await call('PUT', address, { ...settings, theme: 'dark' }))
    const [entry] = (await server.call('GET', `/api/v1/audit?object=user_settings:${id}`)).body.entries
    assert.deepEqual(Object.keys(entry.after).sort(), ['density', 'theme'])
  })

  it('are recorded in the audit log', async () => {
    const { id, call } = await server.user()
    assertDone(await call('PUT', address, chosen))
    const { entries } = (await server.call('GET', `/api/v1/audit?object=user_settings:${id}`)).body
    assert.equal(entries.length, 1)
    assert.deepEqual([entries[0].userId, entries[0].operation], [id, 'putMySettings'])
    assert.deepEqual([entries[0].before.theme, entries[0].after.theme], [null, 'dark'])
  })

  it('refuse what no console could use, and keep what was', async () => {
    const { call } = await server.user()
    assertDone(await call('PUT', address, chosen))
    for (const [wrong, sentence] of [
      [{ language: 'xx' }, new RegExp(`"language" must be one of ${languages.join(', ')}`)],
      [{ timeZone: 'Europe/Atlantis' }, /the time zone "Europe\/Atlantis" does not exist/],
      [{ theme: 'pink' }, /"theme"/],
      [{ density: 'tight' }, /"density"/],
      [{ startPage: 'tasks' }, /"startPage"/],
      [{ startPage: '//evil.example' }, /"startPage"/],
      [{ startPage: '/\\evil.example' }, /"startPage"/],
      [{ colour: 'red' }, /"colour"/],
    ] as const)
      assertRefused(await call('PUT', address, { ...chosen, ...wrong }), 400, 'input.wrong', sentence)
    const { theme: _, ...incomplete } = chosen
    assertRefused(await call('PUT', address, incomplete), 400, 'input.wrong', /"theme"/)
    assert.deepEqual((await call('GET', address)).body.settings, chosen)
  })
})
