// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone } from '../everything.ts'
import type { Body } from '../platform.ts'
import { assertAccessible } from './accessible.ts'
import { lawyer } from './office-people.ts'
import { shot } from './shot.ts'
import { type ConsolePage, looks, useConsole } from './use-console.ts'

const office = useConsole()
const application = '/apps/ref/counterparties'
const api = '/pub/v1/app/ref/counterparties'

const clerk = async (): Promise<ConsolePage> => office.signedIn(await office.person({ administrator: true }))
const idOf = ({ page }: ConsolePage): string => new URL(page.url()).pathname.split('/').at(-1)!

async function create(context: Body): Promise<string> {
  const created = await office.server().call('POST', `${api}/create`, { context })
  assertDone(created)
  return created.body.item.__id
}
async function read(id: string): Promise<Body> {
  return (await office.server().call('POST', `${api}/${id}/get`)).body.item
}

/** Creates a case in which documents can be registered. */
async function openCase(): Promise<void> {
  const { call } = office.server()
  const created = async (path: string, body: Body): Promise<Body> => {
    const answer = await call('POST', `/pub/v1/nomenclature${path}`, body)
    assertDone(answer)
    return answer.body.item
  }
  const place = await created('/directory', { type: 'place', name: 'Head office', code: 'HO' })
  const section = { type: 'section', name: 'Secretariat', code: '01', directoryId: place.id }
  const { id: directoryId } = await created('/directory', section)
  const registrationSettings = { template: '{case.index}/{seq}', resetInPeriod: true }
  await created('', { name: 'Incoming letters', index: '01-03', docflow: 'input', directoryId, registrationSettings })
}

describe('one element', () => {
  it('a clerk enters a new counterparty, is refused with a wrong field, corrects it', async () => {
    await create({ __name: 'Taken', tax_id: '7700000001' })
    const clerksPage = await clerk()
    const { page } = clerksPage
    await clerksPage.open(`${application}/new`)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.locator('[data-field=__name][aria-invalid=true]').waitFor()
    await page.locator('[data-field=__name]').fill('Riverside Works')
    await page.getByLabel('Latitude').fill('54.7')
    await page.getByLabel('Tax ID').fill('7700000001')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.locator('[data-field=tax_id][aria-invalid=true]').waitFor()
    await page.getByLabel('Tax ID').fill('7700000002')
    // Enter does the main act of the form, though it is not the first button.
    await page.getByLabel('Tax ID').press('Enter')
    await page.getByRole('heading', { name: 'Riverside Works' }).waitFor()
    await clerksPage.settled()
    const made = await read(idOf(clerksPage))
    assert.deepEqual([made.__name, made.tax_id, made.lat], ['Riverside Works', '7700000002', 54.7])
  })

  it('two people who edit the same element get a merge by field', async () => {
    const id = await create({ __name: 'Merged', tax_id: '7700000010', region: '77', address: 'Old street' })
    const first = await clerk()
    const second = await clerk()
    for (const { page, open, settled } of [first, second]) {
      await open(`${application}/${id}`)
      await page.keyboard.press('e')
      await page.getByLabel('Region code').waitFor()
      await settled()
    }
    await second.page.getByLabel('Region code').fill('03')
    await second.page.getByLabel('Tax ID').fill('7700000011')
    await second.page.getByRole('button', { name: 'Save' }).click()
    await second.page.getByRole('button', { name: 'Edit' }).waitFor()

    await first.page.getByLabel('Region code').fill('50')
    await first.page.getByLabel('Address').fill('New street')
    await first.page.getByRole('button', { name: 'Save' }).click()
    const merge = first.page.getByRole('region', { name: 'Somebody else changed this' })
    await merge.waitFor()
    assert.equal(await merge.getByRole('radiogroup').count(), 1)
    await first.settled()
    await assertAccessible(first)
    await shot(first, 'element-merge')
    await merge.getByRole('radio', { name: /Theirs/ }).check()
    await merge.getByRole('button', { name: 'Save the chosen values' }).click()
    await first.page.getByRole('button', { name: 'Edit' }).waitFor()
    const { region, tax_id, address } = await read(id)
    assert.deepEqual({ region, tax_id, address }, { region: '03', tax_id: '7700000011', address: 'New street' })
  })

  it('is deleted by the menu of further actions after a question', async () => {
    const id = await create({ __name: 'Superfluous', tax_id: '7700000021' })
    const { page, open } = await clerk()
    await open(`${application}/${id}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Restore' }).waitFor()
  })

  it('the list opens it in full, its status is set and a comment is added', async () => {
    const id = await create({ __name: 'Opened in full', tax_id: '7700000020' })
    const clerksPage = await clerk()
    const { page } = clerksPage
    await clerksPage.open(`${application}?q=${encodeURIComponent('Opened in full')}&open=${id}`)
    await page.getByRole('link', { name: 'Open in full' }).click()
    await page.getByRole('heading', { level: 1, name: 'Opened in full' }).waitFor()
    assert.equal(await page.getByText('Region code').isVisible(), false)
    await page.getByText(/^\d+ empty fields$/).click()
    await page.getByText('Region code').waitFor()
    await page.getByRole('button', { name: 'Verified' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Set status' }).click()
    await page.getByText('Status set to Verified').waitFor()
    assert.equal((await read(id)).__statusCode, 'verified')
    await page.getByRole('tab', { name: 'Comments' }).click()
    await page.getByLabel('Comment', { exact: true }).fill('Checked by telephone')
    await page.getByRole('button', { name: 'Add the comment' }).click()
    await page.getByRole('listitem').getByText('Checked by telephone').waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('Status changed').waitFor()
    const change = page.getByText('Status', { exact: true }).locator('xpath=following-sibling::dd')
    assert.equal((await change.first().textContent())?.trim(), 'New → Verified')
  })

  it('the field of files gets the focus, and nothing of the page is scrolled away', async () => {
    const clerksPage = await clerk()
    const { page } = clerksPage
    await page.setViewportSize({ width: 1000, height: 560 })
    await clerksPage.open('/apps/docs/incoming/new')
    const input = page.locator('input[type=file]')
    await input.focus()
    const placeOf = async (selector: string): Promise<number> => (await page.locator(selector).boundingBox())!.y
    assert.ok((await placeOf('h1')) > 0)
    assert.equal(await page.evaluate<number>('document.querySelector("main").parentElement.scrollTop'), 0)
    const { y } = (await input.boundingBox())!
    assert.ok(y > 0 && y < 560, `the field is at ${y}`)
  })

  it('a document with a file is sent out for approval and registered in a case', async () => {
    await lawyer(office)
    await openCase()
    const registrar = await clerk()
    const { page, settled } = registrar
    await registrar.open('/apps/docs/incoming/new')
    await page.locator('[data-field=subject]').fill('Delivery of pumps')
    const scan = { name: 'Terms.txt', mimeType: 'text/plain', buffer: Buffer.from('Delivery within ten days') }
    await page.locator('input[type=file]').setInputFiles(scan)
    await page.getByRole('button', { name: 'Remove Terms.txt' }).waitFor()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('tab', { name: 'Files' }).click()
    await page.getByText('Delivery within ten days').waitFor()
    await shot(registrar, 'element-files')

    await page.getByRole('tab', { name: 'Approval' }).click()
    await page.getByRole('button', { name: 'Send out' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'People' }).click()
    await page
      .getByRole('option', { name: /Lukina/ })
      .first()
      .click()
    await page.keyboard.press('Escape')
    await settled()
    await assertAccessible(registrar)
    await dialog.getByRole('button', { name: 'Send out' }).click()
    await page.getByText(/Lukina.*: no answer yet/).waitFor()
    await shot(registrar, 'element-approval')

    await page.getByRole('tab', { name: 'Registrations' }).click()
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Case' }).click()
    await page.getByRole('option', { name: '01-03 Incoming letters' }).click()
    await dialog.getByText('The next number is 01-03/1.').waitFor()
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('Registered under the number 01-03/1').waitFor()
    await settled()
    await assertAccessible(registrar)
    await shot(registrar, 'element-registered')
  })

  it('fits a narrow window', async () => {
    const id = await create({ __name: 'Narrow window', region: '77' })
    const narrow = await office.signedIn(await office.person({ administrator: true }), {
      viewport: { width: 320, height: 640 },
    })
    for (const path of [`/${id}`, `/${id}?edit=true`, '/new', '/import']) {
      await narrow.open(`${application}${path}`)
      assert.ok(await narrow.page.evaluate('document.documentElement.scrollWidth <= 320'), path)
      await shot(narrow, `element-narrow-${path.replace(/\W/g, '').slice(-6)}`)
    }
  })

  it('says that an element does not exist or is not visible', async () => {
    const clerksPage = await clerk()
    await clerksPage.open(`${application}/019a0000-0000-7000-8000-000000000000`)
    await clerksPage.page.getByText('This does not exist or is not visible to you.').waitFor()
  })

  for (const look of looks)
    it(`the page and its form have no barriers: ${look.language}, ${look.theme}`, async () => {
      const name = `Look ${look.language} ${look.theme}`
      const id = await create({ __name: name, region: '77', address: 'Lenina 1', kind: 'supplier' })
      const clerksPage = await clerk()
      await clerksPage.open(`${application}/${id}`)
      await clerksPage.settings(look)
      await assertAccessible(clerksPage)
      await shot(clerksPage, `element-${look.language}-${look.theme}`)
      for (const tab of ['processes', 'links', 'comments', 'history']) {
        await clerksPage.open(`${application}/${id}?tab=${tab}`)
        await assertAccessible(clerksPage)
        if (look.theme === 'light') await shot(clerksPage, `element-${tab}-${look.language}`)
      }
      await clerksPage.open(`${application}/new`)
      await assertAccessible(clerksPage)
      await shot(clerksPage, `element-new-${look.language}-${look.theme}`)
    })
})

/** Returns a CSV file to be chosen in the browser. */
const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})
const header = '__name;Tax code;Latitude;Kind'

describe('an import', () => {
  it('is tried first, reports the wrong rows, and is undone', async () => {
    const clerksPage = await clerk()
    const { page } = clerksPage
    const rows = [
      'Import 1;7700000101;54;supplier',
      'Import 2;7700000102;540;supplier',
      'Import 3;7700000103;54;seller',
    ]
    await clerksPage.open(`${application}/import`)
    await page.locator('input[type=file]').setInputFiles(csv('companies.csv', [header, ...rows]))
    await page.locator('input[aria-label="Field for the column Tax code"]').click()
    await page.getByRole('option', { name: 'Tax ID' }).click()
    const preview = page.getByRole('region', { name: 'The first 3 rows' }).getByRole('table')
    await preview.getByRole('row', { name: '2 Import 1 7700000101 54 supplier' }).waitFor()
    await preview.getByRole('columnheader', { name: 'Tax ID' }).waitFor()
    await shot(clerksPage, 'import-columns')
    await page.getByRole('button', { name: 'Try without writing' }).click()
    await page.getByText('This was a trial run. Nothing was written.').waitFor()
    await page.getByText('2 rows are wrong').waitFor()
    assert.deepEqual(await page.locator('dl dt').allTextContents(), [
      'Would be created',
      'Would be updated',
      'Would stay as they are',
      'Would fail',
    ])
    assert.equal(await page.getByRole('table', { name: '2 rows are wrong' }).getByRole('row').count(), 3)
    await preview.getByRole('row', { name: /^3 Import 2 .*540 .*supplier \S+/ }).waitFor()
    assert.deepEqual(await preview.locator('td[data-wrong]').allTextContents(), ['540', 'seller'])
    await clerksPage.settled()
    await assertAccessible(clerksPage)
    await shot(clerksPage, 'import-trial')
    await page.getByRole('button', { name: 'Back to the columns' }).click()
    await page.getByRole('button', { name: 'Import 3 rows' }).click()
    await page.getByRole('link', { name: 'Show the list' }).waitFor()
    assert.equal(await page.locator('dl dt').first().textContent(), 'Created')
    await clerksPage.settled()
    await assertAccessible(clerksPage)
    await page.getByRole('button', { name: 'Undo the import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 element was undone, 0 kept').waitFor()
  })

  for (const look of looks)
    it(`its steps have no barriers: ${look.language}, ${look.theme}`, async () => {
      const clerksPage = await clerk()
      const { page } = clerksPage
      await clerksPage.open(`${application}/import`)
      await clerksPage.settings(look)
      await assertAccessible(clerksPage)
      await page.locator('input[type=file]').setInputFiles(csv('look.csv', [header, 'Look;1;1;supplier']))
      await page.getByRole('table').first().waitFor()
      await clerksPage.settled()
      await assertAccessible(clerksPage)
      await page.setViewportSize({ width: 320, height: 640 })
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
      await assertAccessible(clerksPage)
      await page.setViewportSize({ width: 1440, height: 900 })
      await shot(clerksPage, `import-${look.language}-${look.theme}`)
    })
})
