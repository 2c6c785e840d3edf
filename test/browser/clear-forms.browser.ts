// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { writeZip } from '../../src/solutions/files/write-zip.ts'
import { assertDone } from '../everything.ts'
import { assertAccessible } from './accessible.ts'
import { incomingCase, registered, registrarOf } from './records.fixture.ts'
import { shot } from './shot.ts'
import { useConsole } from './use-console.ts'

const office = useConsole()

/** Applies a solution with one namespace, which has the applications of the given files. */
async function applySolution(code: string, apps: Readonly<Record<string, string>>): Promise<void> {
  const files = new Map([
    ['solution.yaml', `code: ${code}\nname: ${code}\nversion: 1.0.0\n`],
    [`namespaces/${code}/namespace.yaml`, `name: ${code}\n`],
    ...Object.entries(apps).map(([app, text]) => [`namespaces/${code}/apps/${app}.yaml`, text] as const),
  ])
  assertDone(await office.server().call('POST', '/api/v1/solutions/apply', await writeZip(files)))
}

/** The colour around the current step, and the colour of a tone as it is on a page. */
const borderOf = (tone: string) =>
  `getComputedStyle(document.querySelector('li[aria-current][data-tone=${tone}] > *')).borderTopColor`
const colourOf = (tone: string) => `(() => {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = 'var(--${tone}-dot)'
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
})()`

describe('the forms', () => {
  it('a number is annulled on the card, with a reason that is marked as required, and the card says so', async () => {
    const made = await incomingCase(office)
    const petrova = await registrarOf(office, made)
    const { element } = await registered(petrova, made, 'A letter that was registered by mistake')
    const visit = await office.signedIn(petrova)
    const { page, open, settled } = visit
    await open(`/apps/docs/incoming/${element.id}?tab=registrations`)
    await page.getByRole('button', { name: 'Register in another case' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Register', exact: true }).count(), 0)
    await page.getByRole('button', { name: 'Annul', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const annul = dialog.getByRole('button', { name: 'Annul', exact: true })
    assert.ok(await annul.isDisabled())
    await dialog.getByText('First fill in what is marked with *.').waitFor()
    assert.match((await dialog.locator('label', { hasText: 'Reason' }).textContent()) ?? '', /\*/)
    await settled()
    await assertAccessible(visit)
    await dialog.getByLabel('Reason').fill('The letter was not for us')
    await annul.click()
    await page.locator('header del', { hasText: '01-03/1' }).waitFor()
    await page.getByRole('button', { name: 'Register under a new number' }).waitFor()
    await page.getByRole('button', { name: 'Annul', exact: true }).waitFor({ state: 'detached' })
    await registered(petrova, made, 'A letter that keeps its number')
    await open('/apps/docs/incoming')
    await page.getByRole('row', { name: /Annulled.*A letter that was registered by mistake/ }).waitFor()
    await settled()
    assert.equal(
      await page
        .getByRole('row', { name: /A letter that keeps its number/ })
        .getByText('Annulled')
        .count(),
      0,
    )
  })

  it('a button that destroys something has the colour of danger, and the journal leaves out an empty column', async () => {
    const made = await incomingCase(office)
    const petrova = await registrarOf(office, made)
    const { id, element } = await registered(petrova, made, 'A letter without a number of its sender')
    const { page, open } = await office.signedIn(petrova)
    await open(`/apps/docs/incoming/${element.id}?tab=registrations`)
    await page.getByRole('button', { name: 'Annul', exact: true }).waitFor()
    const color = await page.evaluate("getComputedStyle(document.querySelector('button[data-danger]')).color")
    assert.equal(color, 'rgb(168, 35, 28)')
    const column = page.getByRole('columnheader', { name: "Correspondent's number" })
    await open(`/records/journal?caseId=${made.id}`)
    await page.getByRole('row', { name: /A letter without a number/ }).waitFor()
    assert.equal(await column.count(), 0)
    const body = { card: { correspondentNumber: 'A-77' }, reason: 'Found on the envelope' }
    assertDone(await petrova.call('POST', `/api/v1/registrations/${id}/correct`, body))
    await open(`/records/journal?caseId=${made.id}`)
    await column.waitFor()
  })

  it('fields that the registration has fixed look read-only and say why', async () => {
    const made = await incomingCase(office)
    const petrova = await registrarOf(office, made)
    const { element } = await registered(petrova, made, 'A letter with fixed fields')
    const visit = await office.signedIn(petrova)
    await visit.open(`/apps/docs/incoming/${element.id}?edit=true`)
    const fixed = visit.page.locator('dl', { hasText: 'Subject' })
    assert.match((await fixed.textContent()) ?? '', /A letter with fixed fields.*The registration has fixed this value/)
    assert.equal(await fixed.getByRole('textbox').count(), 0)
    await assertAccessible(visit)
  })

  it('a button that cannot be used yet says why, until it can be used', async () => {
    const visit = await office.signedIn(await office.person({ administrator: true }))
    const { page, open, settled } = visit
    const waits = async (name: string, reason: string) => {
      const button = page.getByRole('button', { name, exact: true })
      await page.getByText(reason, { exact: true }).waitFor()
      assert.equal(await button.isDisabled(), true)
      const id = await button.getAttribute('aria-describedby')
      assert.equal(await page.locator(`[id="${id}"]`).textContent(), reason)
      await settled()
      await assertAccessible(visit)
      return button
    }
    await open('/apps/docs/incoming')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Subject', exact: true }).click()
    const apply = await waits('Apply', 'Enter or choose a value.')
    await page.getByRole('dialog').getByRole('textbox').first().fill('A letter')
    await page.getByText('Enter or choose a value.').waitFor({ state: 'detached' })
    assert.deepEqual([await apply.isDisabled(), await apply.getAttribute('aria-describedby')], [false, null])
    await open('/admin/access?app=docs.incoming')
    await waits('Explain', 'First choose a user.')
    await visit.settings({ language: 'ru' })
    await open('/apps/docs/incoming')
    await page.getByRole('button', { name: 'Фильтр', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Создано', exact: true }).click()
    await waits('Применить', 'Введите или выберите значение.')
  })

  it('a new element is offered only in an application that the person can see and add to', async () => {
    const access = (...rights: string[]) =>
      `access:\n  elements:${rights.length > 0 ? `\n    - { to: [everyone], may: [${rights.join(', ')}] }` : ' []'}\n`
    const link = (code: string) => `  - { code: of_${code}, name: Of ${code}, type: reference, to: linked.${code} }\n`
    await applySolution('linked', {
      hidden: `name: Hidden\n${access()}`,
      shown: `name: Shown\n${access('view')}`,
      open: `name: Open\n${access('view', 'create')}`,
      orders: `name: Orders\nfields:\n${['hidden', 'shown', 'open'].map(link).join('')}`,
    })
    const { page, open } = await office.signedIn(await office.person())
    await open('/apps/linked/orders/new')
    await page.getByRole('combobox', { name: 'Of shown' }).waitFor()
    const offered = page.getByRole('link', { name: 'New…' })
    assert.equal(await offered.count(), 1)
    assert.match((await offered.getAttribute('href'))!, /^\/console\/apps\/linked\/open\/new\?/)
  })

  it('a new element has marks at its required fields and the default value of a category, and is sent once', async () => {
    await applySolution('marked', {
      orders:
        'name: Orders\nfields:\n  - { code: reason, name: Reason, type: string, required: true }\n' +
        '  - { code: note, name: Note, type: string }\n' +
        '  - { code: kind, name: Kind, type: category, default: urgent, values: [{ code: usual, name: Usual }, { code: urgent, name: Urgent }] }\n',
    })
    const { page, open } = await office.signedIn(await office.person({ administrator: true }))
    await open('/apps/marked/orders/new')
    const labelOf = (name: string) => page.locator('main label', { hasText: name }).textContent()
    assert.deepEqual(await Promise.all(['Reason', 'Note', 'Kind'].map(labelOf)), ['Reason *', 'Note', 'Kind'])
    assert.equal(await page.getByRole('combobox', { name: 'Kind' }).inputValue(), 'Urgent')
    await page.getByRole('textbox', { name: 'Name' }).fill('An order in a hurry')
    await page.getByRole('textbox', { name: 'Reason' }).fill('Twice')
    let sent = 0
    await page.route(/\/marked\/orders\/create$/, async (route) => {
      sent += 1
      await page.getByText('Sending…').waitFor()
      await page.getByRole('textbox', { name: 'Reason' }).press('Enter')
      await route.fulfill({ status: 409, json: { error: 'not today', code: 'input.wrong' } })
    })
    await page.getByRole('button', { name: 'Create', exact: true }).dblclick()
    await page.getByText('not today').first().waitFor()
    assert.equal(sent, 1)
  })

  it('the steps of a card show the tone of each status', async () => {
    await applySolution('toned', {
      orders:
        'name: Orders\nstatuses:\n  - { code: received, name: Received }\n' +
        '  - { code: verified, name: Verified, tone: positive }\n  - { code: wrong, name: Wrong, tone: danger }\n',
    })
    const { call } = office.server()
    const created = await call('POST', '/pub/v1/app/toned/orders/create', { context: { __name: 'An order of doubt' } })
    assertDone(created)
    const id = created.body.item.__id
    assertDone(await call('POST', `/pub/v1/app/toned/orders/${id}/set-status`, { status: 'wrong' }))
    const visit = await office.signedIn(await office.person({ administrator: true }))
    await visit.open(`/apps/toned/orders/${id}`)
    const step = (name: string) =>
      visit.page.getByRole('list', { name: 'Status' }).getByRole('listitem').filter({ hasText: name })
    assert.equal(await step('Verified').getAttribute('data-tone'), 'good')
    assert.equal(await step('Wrong').getAttribute('data-tone'), 'danger')
    assert.equal(await visit.page.evaluate(borderOf('danger')), await visit.page.evaluate(colourOf('danger')))
    const signs = await visit.page.evaluate<string[]>(
      `[...document.querySelectorAll('ol li[data-tone] > *')].map((each) => getComputedStyle(each, '::before').content)`,
    )
    assert.deepEqual(
      signs.map((sign) => sign.includes('✓')),
      [true, true, false],
    )
    await assertAccessible(visit)
    await shot(visit, 'card-tones')
  })

  it('a title has room beside its buttons, and the page names its language, also after a reload', async () => {
    const made = await incomingCase(office)
    const petrova = await registrarOf(office, made)
    const { element } = await registered(petrova, made, 'A letter about the berths of the third pier')
    const visit = await office.signedIn(petrova, { viewport: { width: 1024, height: 768 } })
    await visit.open('/tasks')
    await visit.settings({ language: 'ru' })
    await visit.open(`/apps/docs/incoming/${element.id}`)
    await visit.page.reload()
    await visit.settled()
    assert.equal(await visit.page.locator('html').getAttribute('lang'), 'ru')
    const title = await visit.page.locator('h1').boundingBox()
    assert.ok(title!.height < 60, `the title is ${title!.height} px high`)
  })
})
