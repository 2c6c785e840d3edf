import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Body } from '../../platform.ts'
import type { ChosenFile } from '../hands.ts'
import { shot } from '../shot.ts'
import type { Journey } from './journey.ts'

const list = '/apps/ref/counterparties'

const csv = (name: string, lines: readonly string[]): ChosenFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

/** The clerk of an office imports counterparties. */
export const clerkImports: Journey = {
  title: 'a clerk imports a spreadsheet and corrects two rows',
  async play({ office, mark, enter }) {
    const clerk = await office.person({ administrator: true })
    const visitor = await enter(clerk)
    const { page, press, choose, upload, settled } = visitor
    const taxIds = [1, 2, 3].map((number) => `${mark}${number}`)
    const rows = ['54;supplier', '540;supplier', '54;seller']
    const lines = rows.map((row, index) => `Import ${mark} ${index + 1};${taxIds[index]};${row}`)
    await visitor.open(list)
    await press(page.getByRole('button', { name: 'More' }))
    await press(page.getByRole('menuitem', { name: 'Import…' }))
    await upload(page.locator('input[type=file]'), csv('companies.csv', ['__name;Tax code;Latitude;Kind', ...lines]))
    await choose(page.locator('input[aria-label="Field for the column Tax code"]'), 'Tax ID')
    await press(page.getByRole('button', { name: 'Try without writing' }))
    await page.getByText('2 rows are wrong').waitFor()
    await press(page.getByRole('button', { name: 'Import 1 row' }))
    await page.getByRole('link', { name: 'Show the list' }).waitFor()
    await shot(visitor, 'import-report')

    const downloading = page.waitForEvent('download')
    await press(page.getByRole('link', { name: 'Download the failed rows' }))
    const failed = await readFile(await (await downloading).path(), 'utf8')
    const corrected = failed.replace(';540;', ';54;').replace(';seller;', ';supplier;')
    await press(page.getByRole('button', { name: 'Another file' }))
    await upload(page.locator('input[type=file]'), csv('corrected.csv', [corrected]))
    await press(page.getByRole('button', { name: 'Import 2 rows' }))
    await page.getByText('Imported', { exact: true }).waitFor()
    await press(page.getByRole('link', { name: 'Show the list' }))
    await page.getByRole('row', { name: new RegExp(`Import ${mark} 3`) }).waitFor()
    await settled()
    await press(page.getByRole('button', { name: /unread notifications?$/ }))
    await press(page.getByRole('button', { name: /The import of corrected.csv has ended/ }))
    await page.getByText('Imported', { exact: true }).waitFor()
    assert.match(page.url(), /counterparties\/import\?id=/)
    const listed = await clerk.call('POST', '/pub/v1/app/ref/counterparties/list', {
      filter: { tf: { __name: `Import ${mark}` } },
      sortExpressions: [{ field: '__name', ascending: true }],
    })
    assert.deepEqual(
      listed.body.result.result.map(({ tax_id, kind }: Body) => [tax_id, kind[0].code]),
      taxIds.map((taxId) => [taxId, 'supplier']),
    )
  },
}

/** The clerk enters one counterparty, finds it and changes it. */
export const clerkEnters: Journey = {
  title: 'a clerk enters a counterparty, finds it later and changes it',
  async play({ office, mark, enter }) {
    const visitor = await enter(await office.person({ administrator: true }))
    const { page, press, enter: type, choose, settled } = visitor
    await visitor.open(list)
    await press(page.getByRole('link', { name: 'New Counterparty' }).first())
    await page.locator('[data-field=__name]:focus').waitFor()
    await press(page.getByRole('button', { name: 'Create', exact: true }))
    await page.locator('[data-field=__name][aria-invalid=true]').waitFor()
    await type(page.locator('[data-field=__name]'), `Riverside ${mark}`)
    await choose(page.getByRole('combobox', { name: 'Kind' }), 'Customer')
    await press(page.getByRole('button', { name: 'Create', exact: true }))
    await page.getByRole('heading', { name: `Riverside ${mark}` }).waitFor()

    await visitor.open(list)
    await type(page.getByRole('searchbox', { name: 'Search this list' }), mark)
    await settled()
    await press(page.getByRole('row', { name: `Riverside ${mark}` }))
    const pane = page.getByRole('complementary')
    await press(pane.getByRole('link', { name: 'Edit' }))
    await type(page.getByLabel('Region code'), '77')
    await press(page.getByRole('button', { name: 'Save' }))
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    await press(page.getByRole('button', { name: 'Verified' }))
    await press(page.getByRole('dialog').getByRole('button', { name: 'Set status' }))
    await page.getByText('Status set to Verified').waitFor()
    await press(page.getByRole('tab', { name: 'History' }))
    await page.getByText('Status changed').waitFor()
  },
}
