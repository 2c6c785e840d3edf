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
})
