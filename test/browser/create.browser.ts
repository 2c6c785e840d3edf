// On PostgreSQL at night: element-list.browser.ts writes and reads there on every push.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { useConsole } from './use-console.ts'

const office = useConsole()
const registrar = () => office.person({ lastname: 'Orlova', firstname: 'Anna', administrator: true })

describe('new letters', () => {
  it('are entered one after the other without leaving the form, also twice the same, and the newest is on top', async () => {
    const { page, open, settled } = await office.signedIn(await registrar())
    await open('/apps/docs/incoming/new')
    const subject = page.getByRole('textbox', { name: 'Subject' })
    for (const text of ['Letter of the ferry', 'Letter of the ferry', 'Another letter']) {
      await subject.fill(text)
      const created = page.waitForResponse((response) => response.url().endsWith('/docs/incoming/create'))
      await page.getByRole('button', { name: 'Create and next' }).click()
      await created
      while ((await subject.inputValue()) !== '') await wait(20)
      await page.locator('textarea:focus').waitFor()
    }
    assert.ok(page.url().endsWith('/apps/docs/incoming/new'))
    await open('/apps/docs/incoming')
    await settled()
    const names = await page.locator('tbody td[data-main]').allTextContents()
    assert.deepEqual(names.slice(0, 3), ['Another letter', 'Letter of the ferry', 'Letter of the ferry'])
  })

  it('take the counterparty that is created in another tab under the name that was typed', async () => {
    const { page, open } = await office.signedIn(await registrar())
    await open('/apps/docs/incoming/new')
    await page.getByRole('textbox', { name: 'Subject' }).fill('Letter of a stranger')
    const box = page.getByRole('combobox', { name: 'Correspondent' })
    await box.fill('Vostok ferries')
    await page.getByText('Nothing found').waitFor()
    const opened = page.context().waitForEvent('page')
    // A click at its place, while the list of hits is open, because a click on the link would first scroll the page.
    const { x, y, width, height } = (await page.getByRole('link', { name: 'New…' }).first().boundingBox())!
    await page.mouse.click(x + width / 2, y + height / 2)
    const other = await opened
    const name = other.getByRole('textbox', { name: 'Name', exact: true })
    assert.equal(await name.inputValue(), 'Vostok ferries')
    // The message goes after some seconds, which the other tab may need for its next page.
    const told = page.getByText('“Vostok ferries” was created and chosen in “Correspondent”.').waitFor()
    await other.getByRole('button', { name: 'Create', exact: true }).click()
    await Promise.all([told, other.getByRole('heading', { level: 1, name: 'Vostok ferries' }).waitFor()])
    await other.close()
    assert.equal(await box.inputValue(), 'Vostok ferries')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Letter of a stranger' }).waitFor()
    await page.getByRole('link', { name: 'Vostok ferries' }).first().waitFor()
  })
})
