import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { shot } from '../shot.ts'
import type { Journey } from './journey.ts'

/** The auditor examines the audit log. */
export const auditorProves: Journey = {
  title: 'an auditor proves a day: finds a change, exports it and verifies the log',
  async play({ office, enter }) {
    const auditor = await office.person({ lastname: 'Orlova', administrator: true })
    const person = await office.person({ lastname: 'Auditov' })
    const today = new Date().toLocaleDateString('sv')
    await auditor.call('PATCH', `/api/v1/users/${person.id}`, { position: 'Clerk' })
    const visitor = await enter(auditor)
    const { page, open, press, enter: type, choose, settled } = visitor
    await open('/admin/audit')
    await type(page.getByLabel('From', { exact: true }), today)
    await choose(page.getByRole('combobox', { name: 'Operation' }), 'Update a user', 'Update a user')
    await type(page.getByLabel('Object', { exact: true }), `user:${person.id}`)
    await page.keyboard.press('Enter')
    await settled()
    assert.equal(await page.locator('tbody tr').count(), 1)
    await press(page.locator('tbody tr'))
    await page.getByRole('complementary').getByRole('cell', { name: 'Clerk' }).waitFor()
    const downloading = page.waitForEvent('download')
    await press(page.getByRole('link', { name: 'Export to CSV' }))
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n')
    assert.deepEqual([lines.length, lines[1]?.includes(`user:${person.id}`)], [2, true])
    await press(page.getByRole('button', { name: 'Verify the log' }))
    await page.getByText('The log is complete and unchanged').waitFor()
    await shot(visitor, 'audit-verified')
  },
}
