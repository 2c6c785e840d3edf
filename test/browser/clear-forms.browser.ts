// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone } from '../everything.ts'
import { assertAccessible } from './accessible.ts'
import { incomingCase, registered, registrarOf } from './records.fixture.ts'
import { useConsole } from './use-console.ts'

const office = useConsole()

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
    assert.equal(await page.getByRole('button', { name: 'Annul', exact: true }).count(), 0)
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
