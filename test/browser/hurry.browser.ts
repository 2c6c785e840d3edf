// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { newId } from '../../src/foundation/kit/ids.ts'
import { assertDone } from '../everything.ts'
import type { Body } from '../platform.ts'
import { useConsole } from './use-console.ts'
import { waitUntil } from './watch-page.ts'

const office = useConsole()
const mark = newId().slice(-6)
const letters = 15
/** The names begin alike, so that the hits of a text that is still being typed are other companies. */
const companyOf = (letter: number): string => `Trading house ${mark} ${'ABCDEFGHIJKLMNO'[letter]}`
const addresseeOf = (letter: number): string => `Addressee${letter % 3}-${mark}`

/**
 * Returns a function that holds the searches of a page from now on, so that a person who types is always ahead of the
 * server. The function returns another one that lets them go on.
 */
async function holdSearches(page: Page): Promise<() => () => void> {
  let released = Promise.resolve()
  await page.route(/\/(counterparties|_users|users)\/list$/, async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  return () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    released = promise
    return resolve
  }
}

describe('a person in a hurry', () => {
  before(async () => {
    const { call } = office.server()
    for (let letter = 0; letter < letters; letter++) {
      const context = { __name: companyOf(letter), tax_id: `77${mark}${letter}` }
      assertDone(await call('POST', '/pub/v1/app/ref/counterparties/create', { context }))
    }
    for (let one = 0; one < 3; one++) await office.person({ lastname: addresseeOf(one) })
  })

  it('enters fifteen letters without ever waiting, and every field is right', async () => {
    const { page, open } = await office.signedIn(await office.person({ administrator: true }))
    const hold = await holdSearches(page)
    const { keyboard } = page
    for (let letter = 0; letter < letters; letter++) {
      await open('/apps/docs/incoming/new')
      await page.locator('[data-field=subject]:focus').waitFor()
      const release = hold()
      await keyboard.type(`Letter ${mark} ${letter}`)
      await keyboard.press('Tab')
      await keyboard.type(companyOf(letter))
      await keyboard.press('Enter')
      await keyboard.press('Tab')
      if (await page.locator('a:focus').count()) await keyboard.press('Tab')
      await keyboard.type(`${letter}/9`)
      await page.getByRole('combobox', { name: 'Addressee' }).focus()
      await keyboard.type(addresseeOf(letter))
      await keyboard.press('Enter')
      await page.getByRole('button', { name: 'Create', exact: true }).press('Enter')
      release()
      await page.getByRole('heading', { name: `Letter ${mark} ${letter}` }).waitFor()
    }
    const listed = await office.server().call('POST', '/pub/v1/app/docs/incoming/list', {
      ...{ filter: { tf: { __name: `Letter ${mark}` } }, size: 100 },
      fields: { subject: true, sender_number: true, correspondent: { __name: true }, addressee: { __name: true } },
    })
    const found = new Map<string, Body>(listed.body.result.result.map((each: Body) => [each.subject, each]))
    assert.equal(found.size, letters)
    for (let letter = 0; letter < letters; letter++) {
      const { correspondent, sender_number, addressee } = found.get(`Letter ${mark} ${letter}`)!
      assert.equal(correspondent?.[0]?.__name, companyOf(letter), `the correspondent of letter ${letter}`)
      assert.equal(sender_number, `${letter}/9`)
      assert.match(JSON.stringify(addressee), new RegExp(addresseeOf(letter)))
    }
  })

  it('is never offered what an older text has found', async () => {
    const { page, open } = await office.signedIn(await office.person({ administrator: true }))
    await open('/apps/docs/incoming/new')
    const hold = await holdSearches(page)
    const box = page.getByRole('combobox', { name: 'Correspondent' })
    await box.fill(companyOf(1))
    await page.getByRole('option', { name: companyOf(1) }).waitFor()
    const release = hold()
    await box.fill(companyOf(2))
    assert.equal(await page.getByRole('option', { name: companyOf(1) }).count(), 0)
    release()
    await page.getByRole('option', { name: companyOf(2) }).click()
    assert.equal(await box.inputValue(), companyOf(2))
  })

  it('is told about a text that was not chosen, instead of losing it', async () => {
    const { page, open } = await office.signedIn(await office.person({ administrator: true }))
    await open('/apps/docs/incoming/new')
    await page.locator('[data-field=subject]').fill('A letter from nobody')
    const box = page.getByRole('combobox', { name: 'Correspondent' })
    await box.fill('Nobody and sons')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('“Nobody and sons” is not chosen.').waitFor()
    await page.locator('[data-field=correspondent]:focus').waitFor()
    assert.equal(await box.inputValue(), 'Nobody and sons')
    assert.equal(await page.getByRole('option').count(), 0, 'the list covers nothing')
    await box.fill('')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { name: 'A letter from nobody' }).waitFor()
  })

  it('never sends a form by Enter while a list is open', async () => {
    const { page, open } = await office.signedIn(await office.person({ administrator: true }))
    await open('/apps/docs/incoming/new')
    await page.locator('[data-field=subject]').fill('Sent too early')
    const box = page.getByRole('combobox', { name: 'Correspondent' })
    await box.click()
    await page.getByRole('option').first().waitFor()
    await box.press('Enter')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    assert.match(page.url(), /\/new$/)
    await box.pressSequentially(companyOf(3))
    await page.getByRole('option', { name: companyOf(3) }).waitFor()
    await box.press('Enter')
    await waitUntil(
      page,
      `document.querySelector('[data-field=correspondent]').value === ${JSON.stringify(companyOf(3))}`,
    )
    assert.match(page.url(), /\/new$/)
  })
})
