// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../src/foundation/kit/ids.ts'
import { assertDone } from '../everything.ts'
import { assertAccessible } from './accessible.ts'
import { contractInCheck, lawyer } from './office-people.ts'
import { shot } from './shot.ts'
import { looks, useConsole } from './use-console.ts'
import { waitUntil } from './watch-page.ts'

const office = useConsole()
const administrator = () => office.person({ lastname: 'Orlova', firstname: 'Anna', administrator: true })

/** Creates a namespace with an application in which only its authors have rights. */
async function guardedApplication(): Promise<string> {
  const code = `guarded_${newId().replaceAll('-', '').slice(-12)}`
  const files = {
    'solution.yaml': `code: ${code}\nname: Guarded\nversion: 1.0.0\n`,
    [`namespaces/${code}/namespace.yaml`]: 'name: Guarded\n',
    [`namespaces/${code}/apps/one.yaml`]: 'name: One\naccess: { elements: [{ to: [author], may: [view] }] }\n',
  }
  const { zipOfFiles } = await import('../../console/src/admin/solutions/zip-of-files.ts')
  const entries = Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))
  const zip = await zipOfFiles(entries).bytes()
  assertDone(await office.server().call('POST', '/api/v1/solutions/apply', zip))
  return `/apps/${code}/one`
}

describe('the shell of the console', () => {
  it('an administrator without tasks starts at Home, everybody else at the tasks', async () => {
    const [first, second] = [await office.signedIn(await administrator()), await office.signedIn(await office.person())]
    await first.open('/')
    assert.equal(new URL(first.page.url()).pathname, '/console/home')
    await second.open('/')
    assert.equal(new URL(second.page.url()).pathname, '/console/tasks')
  })

  it('an administrator starts at System while there is no application', async () => {
    const { page, open } = await office.signedIn(await administrator())
    await page.route(/\/api\/v1\/workspace/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), namespaces: [] } })
    })
    await open('/')
    assert.equal(new URL(page.url()).pathname, '/console/admin/system')
  })

  it('a notification leads to the task, is read then, and the addresses in mails lead to pages as well', async () => {
    const lukina = await lawyer(office)
    const contract = await contractInCheck(office, `notified-${newId()}`)
    const { page, open, settled } = await office.signedIn(lukina)
    await open('/absence')
    await page.getByRole('button', { name: /unread/ }).click()
    await page
      .getByRole('button', { name: /New task/ })
      .first()
      .click()
    await settled()
    assert.match(new URL(page.url()).pathname, /^\/console\/tasks\/[0-9a-f-]{36}$/)
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

    const element = `/apps/docs/contracts/${contract}`
    await open(element)
    const exported = await lukina.call('POST', '/api/v1/elements/docs/contracts/export', { filter: {} })
    assertDone(exported)
    await open(`/jobs/${exported.body.jobId}`)
    await page.getByRole('link', { name: /Download/ }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Export' }).waitFor()
    await assertAccessible({ page, open, settled, settings: async () => {} })
  })

  it('what changes before the stream of events tells changes appears nevertheless', async () => {
    const { page, open } = await office.signedIn(await administrator())
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/api/v1/events*', async (route) => {
      await held
      await route.continue()
    })
    const name = `Between ${newId()}`
    await open('/apps/ref/counterparties?sort=-__createdAt')
    const context = { __name: name, tax_id: '7707083893' }
    assertDone(await office.server().call('POST', '/pub/v1/app/ref/counterparties/create', { context }))
    letGo()
    await page.getByText(name).first().waitFor()
  })

  it('a page that does not exist or is refused has a title of its own', async () => {
    const { page, open } = await office.signedIn(await office.person())
    for (const path of ['/nowhere', `/apps/ref/counterparties/${newId()}`, '/apps/ref/none', `/tasks/${newId()}`]) {
      await open(path)
      await page.getByRole('heading', { name: 'Not found' }).waitFor()
      const titles = "[...document.querySelectorAll('h1')].map((each) => each.textContent).join('|')"
      await waitUntil(page, `document.title === ${titles} + ' · Chancery'`)
    }
  })

  for (const look of looks)
    it(`a refused page names the right and explains on demand who has it: ${look.language}, ${look.theme}`, async () => {
      const visit = await office.signedIn(await office.person())
      const application = await guardedApplication()
      await visit.open('/tasks')
      await visit.settings(look)
      await visit.open(`${application}/new`)
      await visit.page.getByText(look.language === 'en' ? 'You lack the right' : 'Не хватает права').waitFor()
      await visit.page.getByRole('button', { name: look.language === 'en' ? 'Why?' : 'Почему?' }).click()
      await visit.page.getByText(look.language === 'en' ? 'Not allowed' : 'Запрещено').waitFor()
      await assertAccessible(visit)
      await shot(visit, `refused-${look.language}-${look.theme}`)
      await visit.open('/nowhere')
      await assertAccessible(visit)
      await shot(visit, `missing-${look.language}-${look.theme}`)
    })
})
