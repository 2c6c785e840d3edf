import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../src/foundation/kit/ids.ts'
import { assertAccessible } from './accessible.ts'
import { shot } from './shot.ts'
import { type ConsolePage, looks, useConsole } from './use-console.ts'

const office = useConsole()
const administrator = () => office.person({ lastname: 'Orlova', firstname: 'Anna', administrator: true })

describe('backups on the page of the server', () => {
  it('an administrator makes a backup, downloads its archive and deletes it', async () => {
    const visit = await office.signedIn(await administrator())
    const { page, open, settled } = visit
    await open('/admin/system')
    const section = page.getByRole('region', { name: 'Backups' })
    await section.getByText('No backups yet').waitFor()
    await shotOf(visit, 'backups-none')
    await section.getByRole('button', { name: 'Make a backup' }).focus()
    await page.keyboard.press('Enter')
    await section.getByText('Complete').waitFor()
    await section.getByText(/\d rows, \d+ files?/).waitFor()
    const download = page.waitForEvent('download')
    await section.getByRole('link', { name: /Download the backup of/ }).click()
    assert.match((await download).suggestedFilename(), /^chancery-\d{8}T\d{6}Z-[0-9a-f]{6}\.tar$/)
    await section.getByRole('button', { name: /Delete the backup of/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await section.getByText('No backups yet').waitFor()
    await settled()
  })

  for (const look of looks)
    it(`shows backups that run, are complete and failed: ${look.language}, ${look.theme}`, async () => {
      const visit = await office.signedIn(await administrator())
      await showAll(visit)
      await visit.open('/admin/system')
      await visit.settings(look)
      await visit.open('/admin/system')
      await visit.page.locator('section:has(progress)').waitFor()
      await assertAccessible(visit)
      await shotOf(visit, `backups-${look.language}-${look.theme}`)
    })

  it('fits a window of 320 pixels', async () => {
    const visit = await office.signedIn(await administrator(), { viewport: { width: 320, height: 640 } })
    await showAll(visit)
    await visit.open('/admin/system')
    await visit.page.locator('section:has(progress)').waitFor()
    const width = await visit.page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(width <= 320, `${width} pixels`)
    await shotOf(visit, 'backups-narrow')
  })
})

/**
 * Answers the requests of the page with a backup in every state, because a real backup passes through them too fast.
 */
async function showAll({ page }: ConsolePage): Promise<void> {
  const one = { host: 'office', createdBy: null, sha256: null, total: 1_000_000, processed: 640_000, endedAt: null }
  const counts = { bytes: null, tables: null, rows: null, files: null, missingFiles: null }
  const of = (state: string, more: object) => ({
    ...{ ...one, ...counts, id: newId(), name: `${state}.tar`, state, origin: 'request', problem: null },
    createdAt: '2026-11-22T02:30:00Z',
    ...more,
  })
  const done = { bytes: 1_234_567_890, tables: 97, rows: 1_204_331, files: 5_211, origin: 'schedule' }
  const backups = [
    of('queued', {}),
    of('running', {}),
    of('done', { ...done, missingFiles: 0 }),
    of('done', { ...done, missingFiles: 2 }),
    of('failed', { origin: 'schedule', problem: 'the disk of the backup folder /srv/backups is full' }),
  ]
  const schedule = { at: '02:30', timeZone: 'Europe/Moscow', keep: 7 }
  await page.route('**/api/v1/backups', (route) =>
    route.fulfill({ json: { success: true, error: '', backups, schedule } }),
  )
}

async function shotOf(visit: ConsolePage, name: string): Promise<void> {
  await visit.page
    .locator('section:has(button:has-text("backup")), section:has(progress)')
    .first()
    .scrollIntoViewIfNeeded()
  await shot(visit, name)
}
