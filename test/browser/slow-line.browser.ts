// Runs on the embedded database only: the order of answers is the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone } from '../everything.ts'
import { hold, holdFirst } from './hold-answers.ts'
import { publishPurchase } from './purchase.fixture.ts'
import { incomingCase, registered, registrarOf } from './records.fixture.ts'
import { useConsole } from './use-console.ts'

const office = useConsole()

const look = `[document.documentElement.lang, document.documentElement.dataset.mantineColorScheme]`

/** The focused field, and the inputs of the form that can be changed. */
const waiting = `[
  document.activeElement.dataset.field,
  [...document.querySelectorAll('form[data-main] :is(input, textarea):not([type=hidden])')]
    .filter((box) => !box.readOnly && box.ariaReadOnly !== 'true' && !box.disabled)
    .map((box) => box.name || box.dataset.field),
]`

describe('a person on a slow line', () => {
  it('reaches the page that was asked for, whatever was typed into the search meanwhile', async () => {
    const { page, open } = await office.signedIn(await office.person({ administrator: true }), {})
    await page.clock.install()
    await open('/admin/users')
    const next = await hold(page, /\/groups\.page-[^/]*\.js$/)
    await page.getByRole('link', { name: 'Groups', exact: true }).click()
    await next.answered
    await page.getByRole('searchbox').fill('Orlova')
    await page.clock.runFor(2000)
    next.release()
    await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor()
    assert.equal(await page.getByRole('searchbox').inputValue(), '')
    assert.equal(new URL(page.url()).search, '')
  })

  it('is told that the page is busy until a question is shown whose script is being loaded', async () => {
    const person = await office.person({ administrator: true })
    const { page, open } = await office.signedIn(person)
    await open(`/admin/users?open=${person.id}`)
    const script = await hold(page, /\/confirm-dialog-[^/]*\.js$/)
    await page.getByRole('button', { name: 'Block', exact: true }).click()
    await script.answered
    await page.locator('[aria-busy="true"]').waitFor({ state: 'attached' })
    script.release()
    await page.getByRole('dialog').waitFor()
    assert.equal(await page.locator('[aria-busy="true"]').count(), 0)
  })

  it('keeps a new theme and a new language, also when both are chosen before the first is stored', async () => {
    const person = await office.person({ lastname: 'Petrova' })
    const { page, open, settled } = await office.signedIn(person)
    await open('/tasks')
    const stored = await hold(page, /^PUT .*\/me\/settings$/)
    const choice = (name: string) => page.getByRole('menuitemradio', { name, exact: true })
    await page.getByRole('button', { name: 'Petrova' }).click()
    await choice('Dark').click()
    await stored.answered
    await choice('Русский').click()
    await page.getByRole('heading', { level: 1, name: 'Мои задачи' }).waitFor()
    await page.getByRole('link', { name: 'Файлы', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Файлы' }).waitFor()
    assert.deepEqual(await page.evaluate(look), ['ru', 'dark'])
    stored.release()
    await settled()
    await open('/tasks')
    assert.deepEqual(await page.evaluate(look), ['ru', 'dark'])
  })

  it('sees a page in a language that was chosen while the page was loading', async () => {
    const { page, open } = await office.signedIn(await office.person({ lastname: 'Petrova', administrator: true }))
    await open('/tasks')
    const schema = await hold(page, /^GET .*\/scheme\/namespaces\/ref\/apps\/counterparties$/)
    await page.getByRole('link', { name: 'Counterparties', exact: true }).click()
    await schema.answered
    await page.getByRole('button', { name: 'Petrova' }).click()
    const stored = page.waitForResponse(/\/me\/settings$/)
    await page.getByRole('menuitemradio', { name: 'Русский', exact: true }).click()
    await stored
    schema.release()
    await page.getByRole('heading', { level: 1, name: 'Контрагенты' }).waitFor()
  })

  it('opens from the palette what the typed text finds, and not what an older text has found', async () => {
    const { page, open } = await office.signedIn(await office.person({ administrator: true }))
    for (const name of ['Slowline Alder', 'Slowline Birch'])
      assertDone(
        await office.server().call('POST', '/pub/v1/app/ref/counterparties/create', { context: { __name: name } }),
      )
    await open('/tasks')
    const answer = await hold(page, /^GET .*\/search\?q=Slowline(%20|\+)Birch/)
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: 'Search pages, applications' })
    await box.fill('Slowline Alder')
    await page.getByRole('option', { name: /Slowline Alder/ }).waitFor()
    await box.fill('Slowline Birch')
    await box.press('Enter')
    assert.ok(await box.isVisible(), 'the palette waits for the answer')
    await answer.answered
    answer.release()
    await page.getByRole('heading', { level: 1, name: 'Slowline Birch' }).waitFor()
  })

  it('loses nothing that is typed while a form is being saved: the fields wait and say so, and keep the focus', async () => {
    const { call } = office.server()
    const context = { __name: 'Slow works', tax_id: '7700000098' }
    const created = await call('POST', '/pub/v1/app/ref/counterparties/create', { context })
    assertDone(created)
    const { page, open } = await office.signedIn(await office.person({ administrator: true }))
    await open(`/apps/ref/counterparties/${created.body.item.__id}?edit=true`)
    const saved = await hold(page, /^POST .*\/counterparties\/[^/]+\/update$/)
    const region = page.getByLabel('Region code')
    await region.fill('5')
    await region.press('Enter')
    await page.getByText('The fields can be changed again after the answer.').waitFor()
    await saved.answered
    await page.keyboard.type('0')
    assert.equal(await region.inputValue(), '5')
    assert.deepEqual(await page.evaluate(waiting), ['region', []])
    saved.release()
    await page.getByRole('tabpanel').getByText('5', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  })

  it('registers a document again only when its earlier number is known', async () => {
    const made = await incomingCase(office)
    const petrova = await registrarOf(office, made)
    const { number, elementId } = await registered(petrova, made, 'A letter on a slow line')
    const { page, open } = await office.signedIn(petrova)
    await open(`/apps/docs/incoming/${elementId}?tab=registrations`)
    const earlier = await hold(page, /^GET .*\/registrations\?.*nomenclatureId/)
    await page.getByRole('button', { name: 'Register in another case' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Case' }).click()
    await page.getByRole('option', { name: /01-03/ }).first().click()
    await earlier.answered
    assert.equal(await dialog.getByRole('button', { name: 'Register', exact: true }).isDisabled(), true)
    earlier.release()
    await dialog.getByText(`The document already has the number ${number} in this case.`).waitFor()
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('Registered under the number 01-03/2').waitFor()
  })

  it('sees the problems of the diagram as it is, not as it was', async () => {
    const author = await office.person({ administrator: true })
    await publishPurchase(author.call, 1)
    const { page, open, settled } = await office.signedIn(author)
    await open('/tasks')
    const older = await holdFirst(page, /\/processes\/docs\/purchase\/check$/)
    await page.goto(`${office.server().url}/console/processes/docs/purchase/edit`)
    await older.answered
    await page.locator('[data-element-id="f4"] .djs-hit').first().click({ force: true })
    const condition = page.getByRole('combobox', { name: 'Condition (FEEL)' })
    await condition.fill('acount = "main"')
    await condition.blur()
    await page.getByText('Draft saved').waitFor()
    const problem = page.getByRole('list', { name: 'Problems' }).getByText(/acount/)
    await problem.waitFor()
    older.release()
    await settled()
    assert.equal(await problem.count(), 1)
    assert.equal(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled(), true)
    await page.getByText('First mend the errors.', { exact: true }).waitFor()
  })

  it('tries the diagram as it is, whatever the trial of an older diagram answers last', async () => {
    const author = await office.person({ administrator: true })
    await publishPurchase(author.call, 1, 'tried')
    const { page, open, settled } = await office.signedIn(author)
    await open('/processes/docs/tried/edit')
    const element = (id: string) => page.locator(`[data-element-id="${id}"] .djs-hit`).first()
    await element('approve').click({ force: true })
    await page.getByRole('application').click({ position: { x: 400, y: 20 } })
    const title = page.locator('details', { hasText: 'Variables' }).getByRole('textbox', { name: 'Title' }).first()
    await title.fill('Wish')
    await title.blur()
    await page.getByText('Draft saved').waitFor()
    const older = await holdFirst(page, /\/processes\/docs\/tried\/try$/)
    await page.getByRole('button', { name: 'Test run' }).click()
    await older.answered
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    const panel = page.getByRole('region', { name: 'Test run' })
    await panel.getByLabel('Title').waitFor()
    older.release()
    await settled()
    assert.equal(await panel.getByLabel('Wish').count(), 0)
    assert.equal(await panel.getByLabel('Title').count(), 1)
  })
  it('keeps the last change of a diagram when the server refuses to discard the draft', async () => {
    const author = await office.person({ administrator: true })
    await publishPurchase(author.call, 1, 'kept')
    const { page, open } = await office.signedIn(author)
    await open('/processes/docs/kept/edit')
    await page.route(/\/processes\/docs\/kept\/draft$/, (route) => {
      const json = { success: false, error: 'the drafts are being counted', code: 'test.refused' }
      return route.request().method() === 'DELETE' ? route.fulfill({ status: 409, json }) : route.fallback()
    })
    const first = await hold(page, /^PUT .*\/processes\/docs\/kept\/draft$/)
    await page.locator('[data-element-id="approve"] .djs-hit').first().click({ force: true })
    await page.getByRole('application').click({ position: { x: 400, y: 20 } })
    const title = page.locator('details', { hasText: 'Variables' }).getByRole('textbox', { name: 'Title' }).first()
    await title.fill('Wish')
    await title.blur()
    await first.answered
    await title.fill('Last wish')
    await title.blur()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    first.release()
    await page.getByText('the drafts are being counted').waitFor()
    await page.getByText('Draft saved').waitFor()
    const { body } = await author.call('GET', '/api/v1/processes/docs/kept/draft')
    assert.match(body.draft.xml, /title="Last wish"/)
  })
})
