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
    const { page } = await clerk('/tasks')
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
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
})
