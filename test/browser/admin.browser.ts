// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zipOfFiles } from '../../console/src/admin/solutions/zip-of-files.ts'
import { newId } from '../../src/foundation/kit/ids.ts'
import { assertDone } from '../everything.ts'
import { assertAccessible } from './accessible.ts'
import { shot } from './shot.ts'
import { looks, useConsole } from './use-console.ts'

const office = useConsole()
const administrator = () => office.person({ lastname: 'Orlova', firstname: 'Anna', administrator: true })

/** Returns the zip of a solution. */
const zip = (files: Record<string, string>): Promise<Uint8Array> =>
  zipOfFiles(Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))).bytes()
const upload = (bytes: Uint8Array) => ({
  ...{ name: 'plan.zip', mimeType: 'application/zip', buffer: Buffer.from(bytes) },
})

/** Every page of the administration. */
const pages = [
  'users',
  'groups',
  'org',
  'access',
  'access?app=docs.contracts',
  'solutions',
  'tokens',
  'audit',
  'audit?verify=true',
  'jobs?view=all',
  'system',
]

describe('the administration', () => {
  it('an administrator adds a person, gives a group, and the person signs in by the invitation', async () => {
    const { page, open, settled } = await office.signedIn(await administrator())
    const login = `sokolova-${newId()}`
    await open('/admin/users')
    await page.getByRole('button', { name: 'New person' }).click()
    await page.getByLabel('Last name').fill('Sokolova')
    await page.getByLabel('First name').fill('Vera')
    await page.getByLabel('User name').fill(login)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('complementary').getByText(login).waitFor()
    await page.getByRole('combobox', { name: 'Add to a group' }).fill('lawyers')
    await page.getByRole('option', { name: 'Lawyers' }).click()
    await page.getByRole('button', { name: /Remove from .*lawyers/i }).waitFor()
    await page.getByRole('button', { name: 'Invite or reset the password' }).click()
    const link = new URL((await page.getByRole('dialog').locator('code').textContent()) ?? '')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await settled()

    const guest = await office.visit()
    await guest.open(`${link.pathname.replace('/console', '')}${link.hash}`)
    await assertAccessible(guest)
    await shot(guest, 'invitation')
    assert.equal(new URL(guest.page.url()).hash, '')
    await guest.page.getByLabel('New password').fill('short')
    await guest.page.getByRole('button', { name: 'Set a password' }).click()
    await guest.page.locator('[name=password][aria-invalid=true]').waitFor()
    await guest.page.getByLabel('New password').fill('a long enough password')
    await guest.page.getByRole('button', { name: 'Set a password' }).click()
    await guest.page.getByRole('button', { name: /Sokolova/ }).waitFor()
    await guest.open('/admin/users')
    await guest.page.getByText('Only administrators can open these pages.').waitFor()
    assert.equal(await guest.page.getByRole('link', { name: 'Administration' }).count(), 0)
  })

  it('the audit log shows its title and its filters before the titles of the operations have arrived', async () => {
    const { page, settled } = await office.signedIn(await administrator(), {})
    const released = Promise.withResolvers<void>()
    await page.route(/\/operations-[^/]*\.js$/, async (route) => {
      if ((await (await route.fetch()).text()).includes('Export audit entries as CSV')) await released.promise
      await route.fallback()
    })
    await page.goto(`${office.server().url}/console/admin/audit`, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    await page.getByLabel('Object', { exact: true }).waitFor()
    await page.getByRole('table', { name: 'Audit log' }).waitFor()
    assert.equal(await page.getByRole('grid').count(), 0)
    released.resolve()
    await page.getByRole('grid', { name: 'Audit log' }).waitFor()
    await settled()
  })

  it('a group that is added while the groups of the person are still loading is shown', async () => {
    const { page, open } = await office.signedIn(await administrator())
    const person = await office.person({ lastname: 'Zaitseva' })
    const added = Promise.withResolvers<void>()
    let isFirst = true
    await page.route('**/scheme/groups/list', async (route) => {
      if (!isFirst || !route.request().postData()?.includes(person.id)) return route.continue()
      isFirst = false
      const early = await route.fetch()
      await added.promise
      await route.fulfill({ response: early }).catch(() => {})
    })
    await page.route('**/add-items', async (route) => {
      await route.fulfill({ response: await route.fetch() })
      added.resolve()
    })
    await page.goto(`${office.server().url}/console/admin/users?open=${person.id}`)
    await page.getByRole('combobox', { name: 'Add to a group' }).fill('lawyers')
    await page.getByRole('option', { name: 'Lawyers' }).click()
    await page.getByRole('button', { name: /Remove from .*lawyers/i }).waitFor()
    await open('/admin/users')
  })

  it('an administrator blocks a person and unblocks the person again', async () => {
    const { page, open } = await office.signedIn(await administrator())
    const person = await office.person({ lastname: 'Blokov' })
    await open(`/admin/users?open=${person.id}`)
    await page.getByRole('button', { name: 'Block', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
    await page.getByRole('button', { name: 'Unblock' }).click()
    await page.getByRole('button', { name: 'Block', exact: true }).waitFor()
  })

  it('an administrator makes a person an administrator, takes it away, and resets the password', async () => {
    const { page, open, settled } = await office.signedIn(await administrator())
    const person = await office.person({ lastname: 'Novikova' })
    const isAdministrator = async () => (await person.call('GET', '/api/v1/audit')).status === 200
    await open(`/admin/users?open=${person.id}`)
    await page.getByRole('button', { name: 'Make an administrator' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make an administrator' }).click()
    await page.getByRole('button', { name: 'Revoke administrator rights' }).click()
    assert.equal(await isAdministrator(), true)
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke administrator rights' }).click()
    await page.getByRole('button', { name: 'Make an administrator' }).waitFor()
    assert.equal(await isAdministrator(), false)
    await page.getByRole('button', { name: 'Invite or reset the password' }).click()
    const link = new URL((await page.getByRole('dialog').locator('code').textContent()) ?? '')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await settled()
    const guest = await office.visit()
    await guest.open(`${link.pathname.replace('/console', '')}${link.hash}`)
    await guest.page.getByLabel('New password').fill('another long password')
    await guest.page.getByRole('button', { name: 'Set a password' }).click()
    await guest.page.getByRole('button', { name: /Novikova/ }).waitFor()
  })

  it('an administrator draws the organisation chart and gives a position to a person', async () => {
    const { page, open } = await office.signedIn(await administrator())
    const person = await office.person({ lastname: 'Direktorov' })
    await open('/admin/org')
    await page.getByRole('button', { name: 'New department' }).click()
    await page.getByLabel('Name').fill('Ministry')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('row', { name: /Ministry/ }).waitFor()
    await page.getByRole('button', { name: 'New position', exact: true }).click()
    await page.getByLabel('Name').fill('Minister')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('combobox', { name: 'Held by' }).fill('Direktorov')
    await page.getByRole('option', { name: 'Direktorov' }).click()
    await page.getByRole('row', { name: /Minister .*Direktorov/ }).waitFor()
    await open(`/admin/users?open=${person.id}`)
    await page.getByRole('complementary').getByRole('link', { name: 'Minister' }).waitFor()
  })

  it('an administrator creates a token, sees its text once, and revokes it', async () => {
    const { page, open, settled } = await office.signedIn(await administrator())
    const name = `bridge-${newId()}`
    await open('/admin/tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const token = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    assert.equal((await office.server().as(token)('GET', '/api/v1/me')).status, 200)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: `Revoke ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByRole('row', { name: new RegExp(name) }).waitFor({ state: 'detached' })
    await page.getByRole('switch', { name: /Show revoked tokens/ }).check()
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByText('Revoked')
      .waitFor()
    await settled()
    assert.equal((await office.server().as(token)('GET', '/api/v1/me')).status, 401)
  })

  it('an administrator sees a job of another person, and retries a failed job of a queue', async () => {
    const { page, open } = await office.signedIn(await administrator())
    const person = await office.person({ lastname: 'Vygruzkin' })
    assertDone(await person.call('POST', '/api/v1/elements/ref/counterparties/export', { filter: {} }))
    await open('/admin/jobs?view=all')
    await page.getByRole('row', { name: /Export.*ref\.counterparties.*Vygruzkin.*Done/ }).waitFor()
    let isFailed = true
    await page.route('**/api/v1/queues', async (route) => {
      const { queues } = await (await route.fetch()).json()
      const failure = {
        id: newId(),
        queue: 'mail',
        attempts: 3,
        reason: 'The disk was full',
        createdAt: '2026-11-20T10:00:00Z',
      }
      await route.fulfill({ json: { queues, failures: isFailed ? [{ ...failure, failedAt: null }] : [] } })
    })
    await page.route('**/api/v1/queues/failures/*/retry', async (route) => {
      isFailed = false
      await route.fulfill({ json: { success: true, error: '' } })
    })
    await page.getByRole('button', { name: 'Retry: mail' }).click()
    await page.getByText('The job is being retried').waitFor()
    await page.getByText('No failed jobs').waitFor()
  })

  it('an administrator finds out why a person cannot import, and gives the right by a rule', async () => {
    const { page, open } = await office.signedIn(await administrator())
    const person = await office.person({ lastname: 'Pravova' })
    const files = {
      'solution.yaml': 'code: guarded\nname: Guarded\nversion: 1.0.0\n',
      'namespaces/guarded/namespace.yaml': 'name: Guarded\n',
      'namespaces/guarded/apps/one.yaml': 'name: One\naccess: { elements: [{ to: [author], may: [view] }] }\n',
    }
    assertDone(await office.server().call('POST', '/api/v1/solutions/apply', await zip(files)))
    await open(`/admin/access?app=guarded.one&userId=${person.id}&right=import`)
    await page.getByText('Not allowed').waitFor()
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await page.getByRole('combobox', { name: 'Who receives the rights' }).fill('Everyone')
    await page.getByRole('option', { name: 'Everyone' }).click()
    await page.keyboard.press('Tab')
    await page.getByRole('checkbox', { name: 'import' }).check()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Allowed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Not allowed').waitFor()
  })

  it('an administrator plans a solution, sees the destructive step, and applies it', async () => {
    const { page, open } = await office.signedIn(await administrator())
    const base = {
      'solution.yaml': 'code: planned\nname: Planned\nversion: 1.0.0\n',
      'namespaces/planned/namespace.yaml': 'name: Planned\n',
    }
    await open('/admin/solutions')
    const input = page.locator('input[accept=".zip"]')
    await input.setInputFiles(upload(await zip({ ...base, 'namespaces/planned/apps/one.yaml': 'name: One\n' })))
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('As applied').waitFor()
    await input.setInputFiles(upload(await zip(base)))
    await page.getByText('Destructive', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Apply' }).isDisabled(), true)
    await page.getByLabel('Apply the destructive changes as well').check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('As applied').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    assert.equal((await download).suggestedFilename(), 'planned-1.0.0.zip')
  })

  for (const look of looks)
    it(`its pages have no barriers: ${look.language}, ${look.theme}`, async () => {
      const visit = await office.signedIn(await administrator())
      await visit.open('/admin/users')
      await visit.settings(look)
      for (const path of pages) {
        await visit.open(`/admin/${path}`)
        const row = visit.page.locator('main tbody tr[tabindex]').first()
        if (!path.includes('?') && (await row.count()) > 0) await row.click()
        await visit.settled()
        await assertAccessible(visit)
        await shot(visit, `admin-${path.replaceAll(/\W/g, '-')}-${look.language}-${look.theme}`)
      }
    })

  it('its pages fit a window of 320 pixels', async () => {
    const visit = await office.signedIn(await administrator(), { viewport: { width: 320, height: 640 } })
    for (const path of pages) {
      await visit.open(`/admin/${path}`)
      const width = await visit.page.evaluate<number>('document.documentElement.scrollWidth')
      assert.ok(width <= 320, `${path} is ${width} pixels wide`)
      await shot(visit, `admin-${path.replaceAll(/\W/g, '-')}-narrow`)
    }
  })
})
