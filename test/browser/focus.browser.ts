// Runs on the embedded database only: where the focus goes does not depend on the database.

import { describe, it } from 'node:test'
import { assertDone } from '../everything.ts'
import { contractInCheck, lawyer } from './office-people.ts'
import { taskIsOpen } from './open-task.ts'
import { type ConsolePage, useConsole } from './use-console.ts'

const office = useConsole()
const list = '/apps/ref/counterparties'

async function clerk(path: string): Promise<ConsolePage> {
  const visit = await office.signedIn(await office.person({ administrator: true }))
  await visit.open(path)
  return visit
}

async function company(name: string, taxId: string): Promise<void> {
  const context = { __name: name, tax_id: taxId }
  assertDone(await office.server().call('POST', '/pub/v1/app/ref/counterparties/create', { context }))
}

describe('the focus', () => {
  it('is on the heading of the element that was created from a form', async () => {
    const { page } = await clerk('/apps/docs/incoming/new')
    await page.getByRole('textbox', { name: 'Subject' }).fill('Letter of the focus')
    await page.getByRole('button', { name: 'Create', exact: true }).press('Enter')
    await page.locator('h1:focus', { hasText: 'Letter of the focus' }).waitFor()
  })

  it('is on the heading of a page that was opened from the palette', async () => {
    const { page } = await clerk('/tasks')
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('Reports')
    await page
      .getByRole('option', { name: /Reports/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.locator('h1:focus', { hasText: 'Reports' }).waitFor()
  })

  it('is on the page again when the help has been closed', async () => {
    const { page, settled } = await clerk('/tasks')
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    // The dialog is visible before it listens to keys.
    await settled()
    await page.keyboard.press('Escape')
    await page.locator('h1:focus').waitFor()
  })

  it('is on the row of a list when its pane has been closed', async () => {
    await company('Rowed Works', '7701112244')
    const { page } = await clerk(`${list}?q=Rowed`)
    await page.getByText('Rowed Works').click()
    await page.getByRole('button', { name: 'Close the pane' }).press('Enter')
    await page.locator('tr:focus', { hasText: 'Rowed Works' }).waitFor()
  })

  it('stays on the list when a filter was applied and the view was saved', async () => {
    const { page } = await clerk(list)
    await page.keyboard.press('f')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('kind')
    await page.locator('li > button', { hasText: /^Kind$/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: 'Customer' }).press('Space')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove the filter Kind' }).waitFor()
    await page.locator('main :focus').waitFor()
    await page.getByRole('button', { name: 'Saved views' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Save this view…' }).press('Enter')
    await page.getByRole('dialog').getByLabel('Name').fill('Customers')
    await page.keyboard.press('Enter')
    await page.getByText('The view Customers was saved').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('main :focus').waitFor()
  })

  it('stays on the board when a card was moved', async () => {
    await company('Moved Works', '7701112266')
    const { page } = await clerk(`${list}?view=board&q=Moved`)
    await page.getByRole('button', { name: 'Moved Works' }).press('Shift+ArrowRight')
    await page.getByRole('region', { name: 'Verified' }).getByRole('button', { name: 'Moved Works' }).waitFor()
    await page.locator('main :focus').waitFor()
  })

  it('is on the button again when its action was refused', async () => {
    const { page } = await clerk('/apps/docs/incoming/new')
    const refusal = { success: false, error: 'the letters are being counted', code: 'test.refused' }
    await page.route(/\/docs\/incoming\/create$/, (route) => route.fulfill({ status: 409, json: refusal }))
    await page.getByRole('textbox', { name: 'Subject' }).fill('Letter of the refusal')
    await page.getByRole('button', { name: 'Create', exact: true }).press('Enter')
    await page.getByText('the letters are being counted').waitFor()
    await page.locator('button:focus', { hasText: /^Create$/ }).waitFor()
  })

  it('is on what follows when a task was completed', async () => {
    const lukina = await lawyer(office)
    await contractInCheck(office, 'focus-1')
    const { page, open } = await office.signedIn(lukina)
    await open('/tasks?tab=queue')
    await page.getByRole('row', { name: /focus-1/ }).click()
    await taskIsOpen(page, /focus-1/)
    await page.getByLabel('Comment').fill('No price')
    await page.getByRole('button', { name: 'Reject' }).press('Enter')
    await page.getByText('Completed: Reject', { exact: true }).first().waitFor()
    await page.locator('main :focus').waitFor()
  })
})

describe('what has changed is said', () => {
  it('the name of a page, the pane, and how many elements a filter finds', async () => {
    await company('Spoken Works', '7701112255')
    const { page } = await clerk(list)
    const said = (text: string | RegExp) =>
      page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' })
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await said('My tasks')
    await page.goBack()
    await said('Counterparties')
    await page.getByRole('searchbox').fill('Spoken Works')
    await page.locator('[aria-live]', { hasText: '1 element' }).waitFor()
    await page.getByText('Spoken Works').click()
    await said('Spoken Works, opened beside the list')
  })

  it('a file that was chosen, a task that arrives, and the number of notifications', async () => {
    const { page, open } = await office.signedIn(await lawyer(office))
    await open('/apps/docs/incoming/new')
    await page.evaluate(`{
      const place = document.querySelector('p.visually-hidden[role=status]')
      const { dataset } = document.documentElement
      new MutationObserver(() => { dataset.announced = [dataset.announced, place.textContent].join('; ') })
        .observe(place, { childList: true, characterData: true, subtree: true })
    }`)
    const said = (text: string) => page.locator(`html[data-announced*="${text}"]`).waitFor({ state: 'attached' })
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Terms.txt', mimeType: 'text/plain', buffer: Buffer.from('Within ten days') })
    await said('Chosen: Terms.txt')
    await contractInCheck(office, 'focus-2')
    await said('My tasks: 1')
    await said('1 unread notification')
  })
})
