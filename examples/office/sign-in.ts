import type { Client } from './client.ts'
import type { OwnServer } from './own-server.ts'
import { expect, tell } from './telling.ts'

/** Step 1: the server has started; the administrator signs in and switches the language. */
export async function signIn(client: Client, { url, link, startedMs }: OwnServer): Promise<void> {
  console.log('Chapter 1: an office opens')
  tell(`A server with the sample starts in ${(startedMs / 1000).toFixed(1)} s, with nothing else installed`)
  if (link !== undefined) {
    const response = await fetch(`${url}/api/v1/sign-in/link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret: link }),
    })
    expect('the printed link signs in', response.status, 200)
    tell('The printed link signs the administrator in')
  }
  const { settings } = await client.call('GET', '/api/v1/me/settings')
  const chosen = await client.call('PUT', '/api/v1/me/settings', { ...settings, language: 'ru' })
  expect('the language is Russian', chosen.settings.language, 'ru')
  await client.call('PUT', '/api/v1/me/settings', settings)
  tell('The administrator switches the console to Russian, and back')
}
