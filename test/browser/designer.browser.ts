// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { zipOfFiles } from '../../console/src/admin/solutions/zip-of-files.ts'
import { readZip } from '../../src/solutions/files/read-zip.ts'
import { assertDone, made } from '../everything.ts'
import { assertAccessible } from './accessible.ts'
import { shot } from './shot.ts'
import { looks, useConsole } from './use-console.ts'

const office = useConsole()
const administrator = () => office.person({ lastname: 'Orlova', firstname: 'Anna', administrator: true })

const files = {
  'solution.yaml': 'code: leave\nname: Leave\nversion: 1.0.0\n',
  'namespaces/leave/namespace.yaml': 'name: Leave\n',
  'namespaces/leave/groups/managers.yaml': 'name: Managers\n',
  'namespaces/leave/apps/requests.yaml': `name: Requests for leave
elementName: Request
fields:
  - { code: reason, name: Reason, type: string, maxLength: 200, required: true }
  - { code: from, name: First day, type: datetime, view: date }
  - { code: to, name: Last day, type: datetime, view: date }
  - code: kind
    name: Kind
    type: category
    values: [{ code: paid, name: Paid }, { code: unpaid, name: Unpaid }]
  - { code: deputy, name: Deputy, type: user }
statuses:
  - { code: draft, name: Draft, next: [approved] }
  - { code: approved, name: Approved, final: true }
nameTemplate: "{$reason}"
access:
  elements:
    - { to: [everyone], may: [view, create] }
    - { to: [$deputy], may: [edit], where: "not [reason] = 'secret'" }
`,
}
const path = '/apps/leave/requests/design'

async function deploy(): Promise<void> {
  const entries = Object.entries(files).map(([name, text]) => ({ path: name, bytes: new TextEncoder().encode(text) }))
  const body = await zipOfFiles(entries).bytes()
  assertDone(await office.server().call('POST', '/api/v1/solutions/apply?allowDestructive=true', body))
}

describe('the designer of applications', () => {
  before(deploy)

  it('an administrator adds a field to an application and clerks see it', async () => {
    const { page, open, settled } = await office.signedIn(await administrator())
    await open('/apps/leave/requests')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Design' }).click()
    await page.getByRole('button', { name: 'Add a field' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Phone in urgent cases')
    assert.equal(await page.getByLabel('Code', { exact: true }).inputValue(), 'phone_in_urgent_cases')
    await page.getByRole('button', { name: 'In several languages' }).click()
    await page.getByLabel('Name (Russian)').fill('Телефон для срочных дел')
    await page.getByLabel('Type', { exact: true }).selectOption('Phone')
    await page.getByText('2 changes', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Review changes…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('adds the field "phone_in_urgent_cases"').waitFor()
    await dialog.getByText('code: phone_in_urgent_cases').waitFor()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('The application was changed').waitFor()

    await page.getByText(/differs from the folder/).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export the solution' }).click()
    assert.equal((await download).suggestedFilename(), 'leave-1.0.0.zip')
    await page.getByText(/differs from the folder/).waitFor({ state: 'detached' })
    await settled()

    const clerk = await office.signedIn(await office.person({ lastname: 'Sokolova' }))
    await clerk.open('/apps/leave/requests/new')
    await clerk.page.getByText('Phone in urgent cases').waitFor()
    await clerk.settings({ language: 'ru' })
    await clerk.page.getByText('Телефон для срочных дел').waitFor()
    await clerk.settings({ language: 'en' })
    await clerk.open(path)
    await clerk.page.getByText('Only administrators can change applications.').waitFor()
  })

  it('lets a column of a table be typed without a pause', async () => {
    const { page, open } = await office.signedIn(await administrator())
    await open(`${path}?open=1`)
    await page.getByLabel('Type', { exact: true }).selectOption('Table')
    await page.getByRole('button', { name: 'Add a column' }).click()
    const columns = page.getByRole('group', { name: 'Columns' })
    await columns.getByLabel('Name', { exact: true }).click()
    await page.keyboard.type('Amount of work')
    assert.equal(await columns.getByLabel('Name', { exact: true }).inputValue(), 'Amount of work')
    assert.equal(await columns.getByLabel('Code', { exact: true }).inputValue(), 'amount_of_work')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  it('shows each problem at its input, and leads to it', async () => {
    const { page, open } = await office.signedIn(await administrator())
    await open(`${path}?open=2`)
    await page.getByLabel('Type', { exact: true }).selectOption('Link to an application')
    await page.getByText('1 problem', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Review changes…' }).isDisabled(), true)
    await page.getByText('First mend the problems.', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Statuses' }).click()
    await page.getByRole('list', { name: 'Problems' }).getByRole('button', { name: 'fields[1].to' }).click()
    const target = page.getByLabel('Application', { exact: true })
    assert.equal(await target.getAttribute('aria-invalid'), 'true')
    await target.selectOption('Counterparties')
    await page.getByText('1 change', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('Your changes of an earlier visit were restored.').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Your changes of an earlier visit were restored.').waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Type', { exact: true }).inputValue(), 'datetime')
  })

  it('asks for consent before it removes a field with values, and packs the folder without applying it', async () => {
    assertDone(await office.server().call('POST', '/pub/v1/app/leave/requests/create', { context: { reason: 'Rest' } }))
    const { page, open } = await office.signedIn(await administrator())
    await open(`${path}?open=1`)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('list', { name: 'Problems' }).getByRole('button', { name: 'nameTemplate' }).click()
    await page.getByLabel('Template of the names of elements').fill('')
    await page.getByRole('tab', { name: 'Permissions' }).click()
    await page.getByLabel('Only where').nth(1).fill('')
    await page.getByRole('button', { name: 'Review changes…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Destructive', { exact: true }).waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Apply' }).isDisabled(), true)
    await dialog.getByText('First allow the destructive changes.', { exact: true }).waitFor()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download as a folder' }).click()
    const stream = await (await download).createReadStream()
    const folder = await readZip(Buffer.concat(await Array.fromAsync(stream)))
    assert.doesNotMatch(String(folder.get('namespaces/leave/apps/requests.yaml')), /code: reason/)
    assert.match(String(folder.get('solution.yaml')), /code: leave/)
    await dialog.getByLabel('Apply the destructive changes as well').check()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('The application was changed').waitFor()
    await deploy()
  })

  it('an administrator chooses what the color of a status says, and clerks see the color', async () => {
    await deploy()
    const { page, open, settled } = await office.signedIn(await administrator())
    await made(office.server().call, '/pub/v1/app/leave/requests', { reason: 'A week by the sea' })
    await open('/apps/leave/requests')
    await page.locator('[data-tone="neutral"]', { hasText: 'Draft' }).first().waitFor()
    await open(`${path}?tab=statuses&open=1`)
    const choice = page.getByLabel('Color of the mark')
    assert.equal(await choice.inputValue(), '')
    await choice.selectOption({ label: 'Warning (yellow)' })
    await page.getByText('1 change', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Review changes…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('gets the tone').waitFor()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('The application was changed').waitFor()
    await open('/apps/leave/requests')
    await settled()
    await page.locator('[data-tone="warn"]', { hasText: 'Draft' }).first().waitFor()
    await deploy()
  })

  it('an administrator does it all by keyboard', async () => {
    const { page, open } = await office.signedIn(await administrator())
    await open(`${path}?tab=statuses`)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await page.getByRole('tab', { name: 'Statuses' }).focus()
    await press('ArrowLeft', 'ArrowLeft')
    await page.getByRole('list', { name: 'Fields' }).waitFor()
    await press('Tab')
    await press('ArrowDown', 'Alt+ArrowDown', 'Enter')
    await page.getByRole('heading', { name: 'First day' }).waitFor()
    await page.getByText('1 change', { exact: true }).waitFor()
    await press('Tab', 'Enter')
    await page.getByRole('heading', { name: 'New field' }).waitFor()
    await page.keyboard.type('Days')
    await press('Tab', 'Tab', 'Tab')
    await page.keyboard.type('Number')
    await page.getByText('2 changes', { exact: true }).waitFor()
    await press('Control+s')
    await page.getByRole('dialog').getByText('adds the field "days" (number)').waitFor()
    await press('Enter')
    await page.getByText('The application was changed').waitFor()
    const { body } = await office.server().call('GET', '/pub/v1/scheme/namespaces/leave/apps/requests')
    const own = body.application.fields
      .map(({ code }: { code: string }) => code)
      .filter((each: string) => !each.startsWith('__'))
    assert.deepEqual(own, ['reason', 'to', 'from', 'kind', 'deputy', 'days'])
  })

  it('tells that somebody else has changed the application, and compares with the new state', async () => {
    await deploy()
    const { page, open } = await office.signedIn(await administrator())
    await open(`${path}?tab=general`)
    const text = `${files['namespaces/leave/apps/requests.yaml']}unique: [reason]\n`
    const body = { files: [{ path: 'namespaces/leave/apps/requests.yaml', text }] }
    assertDone(await office.server().call('POST', '/api/v1/solutions/leave/files/apply', body))
    await page.getByLabel('Name of the application').fill('Leave')
    await page.getByText('Somebody else has changed this application').waitFor()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Review changes…' }).click()
    await page
      .getByRole('dialog')
      .getByText(/unique/)
      .first()
      .waitFor()
    await page.getByRole('dialog').getByText('title "Requests for leave" becomes "Leave"').waitFor()
  })

  it('an administrator begins a new application, also as text', async () => {
    const { page, open, settled } = await office.signedIn(await administrator())
    await open('/admin/solutions')
    await page.getByRole('link', { name: 'New application' }).click()
    await page.getByLabel('Namespace').selectOption('Leave (Leave)')
    await page.getByLabel('Name of the application').fill('Holidays')
    await page.getByRole('button', { name: 'Begin' }).click()
    await page.getByText('No fields yet').waitFor()
    await page.getByRole('tab', { name: 'YAML' }).click()
    const text = page.getByLabel('namespaces/leave/apps/holidays.yaml')
    await text.fill('name: Holidays\nfields:\n  - { code: day, type: dat }\n')
    await page.getByRole('button', { name: 'Use this text' }).click()
    await page.getByText(/line 3/).waitFor()
    await text.fill('name: Holidays\nfields:\n  - { code: day, name: Day, type: datetime }\n')
    await page.getByRole('button', { name: 'Use this text' }).click()
    await page.getByRole('tab', { name: 'Fields' }).click()
    await page.getByRole('list', { name: 'Fields' }).getByText('Day', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Review changes…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await page.getByText('The application was changed').waitFor()
    await settled()
    await page.getByRole('link', { name: 'Holidays' }).first().click()
    await page.getByRole('link', { name: 'New: Holidays' }).first().waitFor()
  })

  const pages = [
    ...['?tab=general', '?tab=fields&open=4', '?tab=statuses&open=1', '?tab=access', '?tab=registration', '?tab=yaml'],
  ]
  for (const look of looks)
    it(`has no barriers: ${look.language}, ${look.theme}`, async () => {
      const visit = await office.signedIn(await administrator())
      await visit.open('/admin/new-application')
      await visit.settings(look)
      await assertAccessible(visit)
      await shot(visit, `designer-new-${look.language}-${look.theme}`)
      for (const search of pages) {
        await visit.open(`/apps/docs/incoming/design${search.replace('open=4', 'open=6')}`)
        await assertAccessible(visit)
        await shot(visit, `designer-${search.replaceAll(/\W/g, '-')}-${look.language}-${look.theme}`)
      }
      await visit.open(`${path}?open=4`)
      await visit.page.locator('main li button').last().click()
      await visit.page.locator('main input[type=checkbox]').first().check()
      await visit.page.locator('main header button').last().click()
      await visit.page.getByRole('dialog').waitFor()
      await assertAccessible(visit)
      await shot(visit, `designer-review-${look.language}-${look.theme}`)
    })

  it('fits a window of 320 pixels', async () => {
    const visit = await office.signedIn(await administrator(), { viewport: { width: 320, height: 640 } })
    for (const search of pages) {
      await visit.open(`${path}${search}`)
      const width = await visit.page.evaluate<number>('document.documentElement.scrollWidth')
      assert.ok(width <= 320, `${search} is ${width} pixels wide`)
      await shot(visit, `designer-${search.replaceAll(/\W/g, '-')}-narrow`)
    }
  })
})
