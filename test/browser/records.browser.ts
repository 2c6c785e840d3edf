// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone } from '../everything.ts'
import type { Body } from '../platform.ts'
import { assertAccessible } from './accessible.ts'
import { handsOn } from './hands-on.ts'
import { incomingCase, registered, registrarOf } from './records.fixture.ts'
import { shot } from './shot.ts'
import { looks, useConsole } from './use-console.ts'

const office = useConsole()
describe('the records', () => {
  it('the journal shows an annulled entry struck through', async () => {
    const made = await incomingCase(office)
    const petrova = await registrarOf(office, made)
    await registered(petrova, made, 'A letter of another office')
    const { number } = await registered(petrova, made, 'An invoice')
    const { page, open } = await office.signedIn(petrova)
    await open(`/records/journal?caseId=${made.id}`)
    await page.getByRole('row', { name: /A letter of another office/ }).click()
    await page.getByRole('button', { name: 'Annul', exact: true }).click()
    await page.getByLabel('Reason').fill('It was sent to another office')
    await page.getByRole('dialog').getByRole('button', { name: 'Annul', exact: true }).click()
    const struck = page.locator('tr[data-struck]')
    await struck.waitFor()
    assert.match((await struck.textContent()) ?? '', /01-03\/1/)
    assert.equal(await page.locator('tbody tr').count(), 2)
    const line = await page.evaluate(
      `getComputedStyle(document.querySelector('tr[data-struck] td')).textDecorationLine`,
    )
    assert.equal(line, 'line-through')
    const [printed] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Print the journal' }).click(),
    ])
    await printed.getByText(number).first().waitFor()
    assert.equal(await printed.locator('tr:has(.annulled)').count(), 1)
  })

  it('the journal says why it cannot be printed before a case is chosen', async () => {
    const petrova = await registrarOf(office, await incomingCase(office))
    const { page, open } = await office.signedIn(petrova)
    await open('/records/journal')
    await page.getByText('Choose a case to print its journal').waitFor()
    const print = page.getByRole('button', {
      name: 'Print the journal',
      description: 'Choose a case to print its journal',
    })
    assert.equal(await print.isDisabled(), true)
  })

  it('a registrar corrects a date with a reason, and the new date is shown', async () => {
    const made = await incomingCase(office)
    const petrova = await registrarOf(office, made)
    const { id } = await registered(petrova, made, 'A claim')
    const { page, open } = await office.signedIn(petrova)
    await open(`/records/cases/${made.id}?open=${id}`)
    await page.getByRole('button', { name: 'Correct' }).click()
    await page.getByLabel('Delivery').fill('By courier')
    assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true)
    await page.getByLabel('Reason').fill('The way of delivery was missing')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('By courier').waitFor()
  })

  for (const way of ['mouse', 'keyboard'] as const)
    it(`a letter on paper is registered without a scan, under a reserved number, and again: by ${way}`, async () => {
      const made = await incomingCase(office)
      const petrova = await registrarOf(office, made)
      assertDone(await petrova.call('POST', `/api/v1/nomenclature/${made.id}/reserve`, {}))
      const context = { subject: 'A parcel on paper' }
      const letter = await petrova.call('POST', '/pub/v1/app/docs/incoming/create', { context })
      assertDone(letter)
      const visit = await office.signedIn(petrova)
      const { page } = visit
      const hands = handsOn(page, way)
      await visit.open(`/apps/docs/incoming/${letter.body.item.__id}?tab=registrations`)
      const dialog = page.getByRole('dialog')
      await hands.press(page.getByRole('button', { name: 'Register', exact: true }))
      await hands.choose(dialog.getByRole('combobox', { name: 'Case' }), /01-03/)
      await hands.choose(dialog.getByRole('combobox', { name: 'Number' }), '01-03/1')
      await hands.enter(dialog.getByLabel('Paper original'), 'Cabinet 4, shelf 2')
      await hands.press(dialog.getByText('Correspondent, sheets, date and comment'))
      await hands.enter(dialog.getByLabel('Sheets'), '12')
      await hands.enter(dialog.getByLabel("Correspondent's number"), 'A-77')
      await visit.settled()
      await assertAccessible(visit)
      await shot(visit, `register-on-paper-${way}`)
      await hands.press(dialog.getByRole('button', { name: 'Register', exact: true }))
      await page.getByText('Registered under the number 01-03/1').waitFor()
      await hands.press(page.getByRole('button', { name: 'Register in another case' }))
      await hands.choose(dialog.getByRole('combobox', { name: 'Case' }), /01-03/)
      await dialog.getByText('The document already has the number 01-03/1 in this case.').waitFor()
      await hands.enter(dialog.getByLabel('Paper original'), 'Cabinet 4, shelf 3')
      await hands.press(dialog.getByRole('button', { name: 'Register', exact: true }))
      await page.getByText('Registered under the number 01-03/2').waitFor()
      const query = encodeURIComponent(JSON.stringify({ filter: { tf: { nomenclatureId: made.id } } }))
      const { body } = await petrova.call('GET', `/api/v1/registrations?query=${query}`)
      const cards = body.result.result.map((each: Body) => each.card)
      assert.deepEqual(
        cards.find(({ sheets }: Body) => sheets === 12),
        { paperAt: 'Cabinet 4, shelf 2', correspondentNumber: 'A-77', sheets: 12 },
      )
    })

  it('the dialog offers only cases in which the registrar may register such a letter, and gives reasons in Russian', async () => {
    const made = await incomingCase(office, { name: 'Letters that fit' })
    const { call } = office.server()
    const { directoryId } = made
    const wrong = { name: 'Letters of contracts', index: '02-09', docflow: 'input', directoryId }
    assertDone(await call('POST', '/pub/v1/nomenclature', wrong))
    const seen = await incomingCase(office, { name: 'Letters of others' })
    const petrova = await registrarOf(office, made)
    await registrarOf(office, seen, 'view', petrova)
    const context = { subject: 'A letter without a scan' }
    const letter = await petrova.call('POST', '/pub/v1/app/docs/incoming/create', { context })
    assertDone(letter)
    const visit = await office.signedIn(petrova)
    const { page, open } = visit
    await open(`/apps/docs/incoming/${letter.body.item.__id}?tab=registrations`)
    await visit.settings({ language: 'ru' })
    await page.getByRole('button', { name: 'Зарегистрировать', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Дело' }).click()
    await page.getByRole('option', { name: /Letters that fit/ }).waitFor()
    assert.equal(await page.getByRole('option').count(), 1)
    await page.getByRole('option', { name: /Letters that fit/ }).click()
    await dialog.getByRole('button', { name: 'Зарегистрировать', exact: true }).click()
    await dialog.getByText('Сначала заполните: Scan. Если документ на бумаге, укажите, где хранится бумага.').waitFor()
    await open('/records/nomenclature')
    await page.getByRole('row', { name: /Letters of contracts/ }).click()
    await page.getByRole('heading', { name: /Letters of contracts/ }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Зарегистрировать документ' }).count(), 0)
  })

  it('the card shows the number to a person who has no right to the office', async () => {
    const made = await incomingCase(office)
    const petrova = await registrarOf(office, made)
    const { element, number } = await registered(petrova, made, 'A letter for everyone')
    const { page, open } = await office.signedIn(await office.person())
    await open(`/apps/docs/incoming/${element.id}?tab=registrations`)
    await page.getByRole('main').getByText(number, { exact: true }).first().waitFor()
    assert.equal(await page.getByText('Not registered').count(), 0)
  })

  it('an administrator builds a nomenclature and reserves a number', async () => {
    const administrator = await office.person({ administrator: true })
    const { page, open } = await office.signedIn(administrator)
    await open('/records/nomenclature')
    await page.getByRole('button', { name: 'New section' }).first().click()
    await page.getByLabel('Name').fill('Branch in Tver')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('row', { name: /Branch in Tver/ }).waitFor()
    await page.getByRole('button', { name: 'New case' }).click()
    await page.getByRole('combobox', { name: 'Inside' }).click()
    await page.getByRole('option', { name: 'Branch in Tver' }).click()
    await page.getByLabel('Name').fill('Contracts')
    await page.getByLabel('Index').fill('07-01')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('07-01/1', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Reserve a number' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reserve a number' }).click()
    await page.getByText('07-01/2', { exact: true }).waitFor()
  })

  it('the head of an office opens the next year and sees what the closed cases contain', async () => {
    const made = await incomingCase(office, { year: new Date().getFullYear() - 1 })
    const head = await registrarOf(office, made, 'administer')
    await registered(head, made, 'The last letter of the year')
    const { page, open } = await office.signedIn(head)
    await open('/records/nomenclature')
    await page.getByRole('button', { name: 'Start the next year' }).click()
    await page.getByRole('button', { name: 'Start the year' }).click()
    await page.getByRole('dialog').getByRole('cell', { name: '01-03 Incoming letters' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: String(made.year), exact: true }).click()
    await page.getByRole('row', { name: /Incoming letters.*Closed/ }).waitFor()
  })

  it('a person without rights to an office sees an empty nomenclature', async () => {
    const { page, open } = await office.signedIn(await office.person())
    await open('/records/nomenclature')
    await page.getByText('No nomenclature yet').waitFor()
    const made = await incomingCase(office)
    await open(`/records/cases/${made.id}`)
    await page.getByText('Not found').waitFor()
  })

  it('every page has no barriers in both languages and themes, and on a narrow window', async () => {
    const made = await incomingCase(office)
    const petrova = await registrarOf(office, made)
    const { id } = await registered(petrova, made, 'A letter about pumps')
    const annulled = await registered(petrova, made, 'A letter about pipes')
    const gone = await petrova.call('POST', `/api/v1/registrations/${annulled.id}/annul`, { reason: 'A mistake' })
    assertDone(gone)
    const visit = await office.signedIn(petrova)
    await visit.open(`/records/nomenclature?open=${made.id}`)
    for (const look of looks) {
      const name = `${look.language}-${look.theme}`
      await visit.open(`/records/nomenclature?open=${made.id}`)
      await visit.settings(look)
      await assertAccessible(visit)
      await shot(visit, `nomenclature-${name}`)
      await visit.open(`/records/cases/${made.id}?open=${id}`)
      await assertAccessible(visit)
      await shot(visit, `case-${name}`)
      await visit.open(`/records/journal?caseId=${made.id}`)
      await assertAccessible(visit)
      await shot(visit, `journal-${name}`)
    }
    await visit.page.setViewportSize({ width: 320, height: 700 })
    await visit.open(`/records/journal?caseId=${made.id}`)
    await assertAccessible(visit)
    await shot(visit, 'journal-narrow')
    await visit.open('/records/nomenclature')
    await assertAccessible(visit)
    await shot(visit, 'nomenclature-narrow')
  })
})
