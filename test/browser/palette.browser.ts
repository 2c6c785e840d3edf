// On PostgreSQL at night: its results do not depend on the database.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { anUpload } from '../../src/api/v1/disk/files.fixture.ts'
import { pdfOf } from '../../src/files/text/pdf-file.fixture.ts'
import { assertDone } from '../everything.ts'
import { useConsole } from './use-console.ts'

const office = useConsole()
const administrator = () => office.person({ lastname: 'Orlova', firstname: 'Anna', administrator: true })

describe('the command palette', () => {
  it('finds words in a PDF or text of a document, shows them, and opens the document', async () => {
    const { call } = office.server()
    const letterWith = async (subject: string, name: string, bytes: string | Buffer) => {
      const hash = await anUpload(call, bytes, name)
      const context = { subject, scan: [{ name, hash }] }
      const letter = await call('POST', '/pub/v1/app/docs/incoming/create', { context })
      assertDone(letter)
      return letter.body.item.__id
    }
    const words = 'The walrus must be paid by Friday'
    const letter = await letterWith('Offer of the zoo', 'offer.pdf', pdfOf(words))
    await letterWith('Reminder of the zoo', 'reminder.txt', words)
    // The text of a file is extracted in the background.
    const isFound = async () => (await call('GET', '/api/v1/search?q=walrus')).body.results.length === 2
    for (let round = 0; !(await isFound()); round++) {
      assert.ok(round < 600, 'the texts of the files are not found within a minute')
      await wait(100)
    }
    const { page, open } = await office.signedIn(await administrator())
    await open('/tasks')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('walrus')
    const other = page.getByRole('option', { name: /reminder\.txt/ })
    await other.getByText('walrus').waitFor()
    await other.getByText('Reminder of the zoo').waitFor()
    const found = page.getByRole('option', { name: /offer\.pdf/ })
    await found.getByText('walrus').waitFor()
    await found.getByText('Offer of the zoo').waitFor()
    await found.click()
    await page.getByRole('heading', { level: 1, name: 'Offer of the zoo' }).waitFor()
    assert.match(page.url(), new RegExp(`/apps/docs/incoming/${letter}\\?.*file=`))
  })

  it('creates an element, and does what the keys of the page do', async () => {
    const { page, open } = await office.signedIn(await administrator())
    await open('/apps/ref/counterparties')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Add a filter')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Find a field…' }).and(page.locator(':focus')).waitFor()
    await open('/tasks')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('new: counterparty')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'New Counterparty' }).waitFor()
  })
})
