// Runs on the embedded database only: these pages show the same words on every database.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { assertDone } from '../everything.ts'
import { useConsole } from './use-console.ts'

const office = useConsole()
const administrator = () => office.person({ lastname: 'Orlova', firstname: 'Anna', administrator: true })

/** Text of an id, or of a word in camel case or with a slash, as programs name things. */
const codes = /[0-9a-f]{8}-[0-9a-f]{4}-|\b[a-z]+[A-Z]\w+|\bevery\/|\b[a-z_]+:[0-9a-f]{4}/

async function importProducts(rows: number): Promise<void> {
  const form = new FormData()
  const lines = Array.from({ length: rows }, (_, row) => `B-${row},Bolt ${row}\n`)
  form.append('file', new Blob([`code,title\n${lines.join('')}`]), 'bolts.csv')
  const hash = randomUUID()
  const { call } = office.server()
  assertDone(await call('POST', `/pub/v1/disk/file/upload?hash=${hash}`, form))
  const begun = await call('POST', '/pub/v1/app/ref/products/import', { fileHash: hash })
  assertDone(begun)
  for (let state = ''; state !== 'done'; ) {
    state = (await call('GET', `/api/v1/imports/${begun.body.importId}`)).body.status.state
    assert.notEqual(state, 'error')
  }
}

describe('the words of the administration', () => {
  it('an import is one entry of the audit log, with its numbers of elements, and shows its elements on demand', async () => {
    const { page, open } = await office.signedIn(await administrator())
    await importProducts(120)
    await open('/admin/audit')
    const ended = page.getByRole('row', { name: /Import · bolts\.csv: 120 created, 0 updated, 0 failed/ })
    await ended.waitFor()
    assert.equal(await page.getByRole('row', { name: /Bolt 117$/ }).count(), 0)
    await ended.click()
    await page.getByRole('button', { name: 'Show its elements' }).click()
    await page.getByRole('row', { name: /Import elements from a file.*Products · B-117 Bolt 117$/ }).waitFor()
  })

  it('an address with a malformed id says that the page does not exist, without a message for programs', async () => {
    const { page, open } = await office.signedIn(await administrator())
    for (const path of [
      '/apps/ref/products/nonsense',
      '/apps/ref/products?open=nonsense',
      '/records/journal?open=nonsense',
    ]) {
      await open(path)
      await page.getByRole('heading', { name: 'Not found' }).waitFor()
      assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /is not an id/, path)
    }
  })

  for (const language of ['en', 'ru'])
    it(`the audit log and the queues have no codes and no ids: ${language}`, async () => {
      const { page, open, settings } = await office.signedIn(await administrator())
      await open('/tasks')
      await settings({ language })
      for (const path of ['/admin/audit', '/admin/jobs']) {
        await open(path)
        const rows = await page.locator('main table').allInnerTexts()
        assert.doesNotMatch(rows.join('\n'), codes, path)
      }
    })
})
