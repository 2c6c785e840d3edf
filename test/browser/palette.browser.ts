import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { anUpload } from '../../src/api/v1/disk/files.fixture.ts'
import { assertDone } from '../everything.ts'
import { useConsole } from './use-console.ts'

const office = useConsole()
const administrator = () => office.person({ lastname: 'Orlova', firstname: 'Anna', administrator: true })

describe('the command palette', () => {
  it('finds words in a PDF or text of a document, shows them, and opens the document', async () => {
    const { call } = office.server()
    const hash = await anUpload(call, 'The walrus must be paid by Friday', 'offer.txt')
    const context = { subject: 'Offer of the zoo', scan: [{ name: 'offer.txt', hash }] }
    const letter = await call('POST', '/pub/v1/app/docs/incoming/create', { context })
    assertDone(letter)
    // The text of a file is extracted in the background.
    const isFound = async () => (await call('GET', '/api/v1/search?q=walrus')).body.results.length > 0
    while (!(await isFound())) await wait(100)
    const { page, open } = await office.signedIn(await administrator())
    await open('/tasks')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('walrus')
    const found = page.getByRole('option', { name: /offer\.txt/ })
    await found.getByText('walrus').waitFor()
    await found.getByText('Offer of the zoo').waitFor()
    await found.click()
    await page.getByRole('heading', { level: 1, name: 'Offer of the zoo' }).waitFor()
    assert.match(page.url(), new RegExp(`/apps/docs/incoming/${letter.body.item.__id}\\?.*file=`))
  })

  it('creates an element, and does what the keys of the page do', async () => {
    const { page, open } = await office.signedIn(await administrator())
    await open('/apps/ref/counterparties')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Add a filter')
    await page.keyboard.press('Enter')
    await page.locator('input:focus').waitFor()
    await open('/tasks')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('new: counterparty')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'New Counterparty' }).waitFor()
  })
})
