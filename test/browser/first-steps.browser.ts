// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertAccessible } from './accessible.ts'
import { startOffice } from './office-server.ts'
import { shot } from './shot.ts'
import { looks, useConsole } from './use-console.ts'

const office = useConsole(startOffice)

describe('the first steps in the console', () => {
  it('the printed link signs the administrator in with one click, and works once', async () => {
    const { signInLink, url } = office.server()
    const printedLink = await signInLink()
    const first = await office.visit()
    await first.page.goto(printedLink)
    await first.page.waitForURL((address) => !address.pathname.startsWith('/console/sign-in'))
    await first.settled()
    assert.ok(!first.page.url().includes('link='), first.page.url())
    const { user } = await (await first.page.request.get(`${url}/api/v1/workspace`)).json()
    assert.equal(user.login, 'admin')

    const second = await office.visit()
    await second.page.goto(printedLink)
    await second.page.getByRole('alert').waitFor()
    assert.match(new URL(second.page.url()).pathname, /sign-in$/)
  })

  it('a person signs in with login and password, and out again', async () => {
    const anna = await office.person({ firstname: 'Anna', lastname: 'Petrova' })
    const page = await office.visit()
    await page.open('/')
    await page.page.getByLabel('User name').fill(anna.login)
    await page.page.getByLabel('Password').fill('a wrong password')
    await page.page.keyboard.press('Enter')
    await page.page.getByText('User name or password is wrong.').waitFor()
    await page.page.getByLabel('Password').fill('a password for the browser')
    await page.page.getByRole('button', { name: 'Sign in' }).click()
    await page.page.getByRole('navigation').first().waitFor()
    await page.settled()
    await page.page.getByRole('button', { name: 'Petrova Anna' }).click()
    await page.page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.page.getByLabel('Password').waitFor()
    await page.open('/')
    await page.page.getByLabel('Password').waitFor()
  })

  it('the keys are listed under the question mark, also on a Russian layout', async () => {
    const page = await office.signedIn(await office.person())
    await page.open('/')
    await page.page.keyboard.press('?')
    const help = page.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.waitFor()
    await assertAccessible(page)
    await page.page.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
    // On a Russian keyboard layout, the K key types another letter.
    await page.page.evaluate(`document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }))`)
    await page.page.getByRole('dialog', { name: 'Command palette' }).waitFor()
    await assertAccessible(page)
  })

  it('language and theme are changed in the menu of the account, and kept', async () => {
    const page = await office.signedIn(await office.person({ lastname: 'Petrova' }))
    await page.open('/')
    await page.page.getByRole('button', { name: 'Petrova' }).click()
    const choice = (name: string) => page.page.getByRole('menuitemradio', { name, exact: true })
    await choice('Dark').click()
    await assertAccessible(page)
    await choice('Русский').click()
    await page.settled()
    await shot(page, 'account')
    assert.deepEqual(await choice('Русский').getAttribute('aria-checked'), 'true')
    await page.open('/')
    const look = `[document.documentElement.lang, document.documentElement.dataset.mantineColorScheme]`
    assert.deepEqual(await page.page.evaluate(look), ['ru', 'dark'])
  })

  for (const look of looks)
    it(`the first page has no barriers: ${look.language}, ${look.theme}`, async () => {
      const page = await office.signedIn(await office.person({ lastname: 'Petrova' }))
      await page.open('/')
      await page.settings(look)
      await assertAccessible(page)
      await shot(page, `first-page-${look.language}-${look.theme}`)
    })
})
