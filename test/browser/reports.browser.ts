// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { assertAccessible } from './accessible.ts'
import { officeActivity } from './office-activity.ts'
import { shot } from './shot.ts'
import { looks, type Person, useConsole } from './use-console.ts'

const office = useConsole()

describe('reports and the home page', () => {
  let manager: Person
  before(async () => {
    manager = await office.person({ lastname: 'Mironova', administrator: true })
    await officeActivity(office, manager)
  })

  it('a manager runs a report and downloads it', async () => {
    const { page, open, settled } = await office.signedIn(manager)
    await open('/reports')
    await page.getByRole('link', { name: 'Registration journal' }).click()
    await page.getByRole('gridcell', { name: '01-03/3' }).waitFor()
    await page.getByText('3 rows').waitFor()
    await page.getByLabel('Index or id of the case').fill('99-99')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByText('No rows', { exact: true }).waitFor()
    await page.getByLabel('Index or id of the case').fill('01-03')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByText('3 rows').waitFor()
    await page.getByRole('button', { name: 'Number', exact: true }).click()
    await page.getByRole('button', { name: 'Number', exact: true }).click()
    await settled()
    await page.locator('tbody tr').first().getByRole('gridcell', { name: '01-03/3' }).waitFor()
    assert.match(decodeURIComponent(page.url()), /values=\{"of_case":"01-03"\}&sort=-number/)
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export to CSV' }).click()
    const download = await downloading
    assert.equal(download.suggestedFilename(), 'system-registration_journal.csv')
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    assert.equal(lines.length, 4)
    assert.match(lines[1]!, /01-03\/3/)
  })

  it('the home page shows four charts with their tables', async () => {
    const { page, open } = await office.signedIn(manager)
    await open('/home')
    for (const [name, ...texts] of [
      ['Open tasks by age', /7 to 30 days 1 1/, /Less than a day 1 0/],
      ['Durations of processes', /check 1 2 hrs?/],
      ['Registrations by week', / 1 0/, / 0 0/, / 2 0/],
      ['Open incidents', /x 2 /],
    ] as const) {
      await page.getByRole('img', { name, exact: true }).waitFor()
      const card = page.getByRole('region', { name, exact: true })
      await card.getByText('As a table').click()
      // How many weeks without registrations there are depends on the day of the week.
      for (const text of texts) await card.getByRole('row', { name: text }).first().waitFor()
    }
  })

  it('the home page begins with figures that lead to their lists, and with the tasks of today', async () => {
    const { page, open, settled } = await office.signedIn(manager)
    await open('/home')
    const { mine, overdue } = (await manager.call('GET', '/api/v1/tasks/counts')).body
    const lists = [
      [`${mine} My tasks`, '/console/tasks'],
      [`${overdue} Overdue`, '/console/tasks?tab=overdue'],
      [/^\d+ Registered today$/, /\/console\/records\/journal\?from=([\d-]+)&to=\1&status=registered$/],
      ['2 Open incidents', '/console/incidents'],
    ] as const
    for (const [name, address] of lists) {
      const tile = page.getByRole('main').getByRole('link', { name, exact: true })
      await tile.waitFor()
      const href = (await tile.getAttribute('href')) ?? ''
      if (typeof address === 'string') assert.equal(href, address)
      else assert.match(href, address)
    }
    await page.getByRole('region', { name: 'Today', exact: true }).waitFor()
    const registered = page.getByRole('link', { name: /Registered today/ })
    const count = Number.parseInt((await registered.textContent()) ?? '', 10)
    await registered.click()
    await settled()
    await page.getByText(count === 0 ? 'Nothing found' : new RegExp(`of ${count}$`)).waitFor()
  })

  it('the home page of a person who sees nothing says so in each chart', async () => {
    const { page, open } = await office.signedIn(await office.person())
    await open('/home')
    for (const text of ['No open tasks.', 'No open incidents.', /No process was completed/, /No registrations in/])
      await page.getByText(text).waitFor()
    assert.equal(await page.getByRole('img').count(), 0)
    await page.getByText('Nothing is due today.').waitFor()
    assert.equal(await page.getByRole('link', { name: /\d Open incidents$/ }).count(), 0)
  })

  it('an address of a report that does not exist says that it does not exist or is not visible', async () => {
    const { page, open } = await office.signedIn(manager)
    await open('/reports/system/nothing')
    await page.getByText('This does not exist or is not visible to you.').waitFor()
  })

  for (const look of looks)
    it(`home and reports have no barriers: ${look.language}, ${look.theme}`, async () => {
      const visit = await office.signedIn(manager)
      await visit.open('/home')
      await visit.settings(look)
      await visit.page.locator('summary').nth(2).click()
      await assertAccessible(visit)
      await shot(visit, `home-${look.language}-${look.theme}`)
      for (const path of ['', '/system/open_tasks_by_age', '/system/registrations_by_week']) {
        await visit.open(`/reports${path}`)
        await assertAccessible(visit)
        await shot(visit, `reports${path.replaceAll('/', '-')}-${look.language}-${look.theme}`)
      }
    })

  it('home and reports fit a narrow window', async () => {
    const visit = await office.signedIn(manager, { viewport: { width: 320, height: 740 } })
    for (const path of ['/home', '/reports/system/registrations_by_week']) {
      await visit.open(path)
      assert.equal(await visit.page.evaluate('document.documentElement.scrollWidth'), 320)
      await shot(visit, `narrow${path.replaceAll('/', '-')}`)
    }
  })
})
