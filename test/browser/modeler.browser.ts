// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { applyFiles } from '../../src/api/v1/scheme/scheme.fixture.ts'
import { assertAccessible } from './accessible.ts'
import { publishPurchase, purchaseFile } from './purchase.fixture.ts'
import { shot } from './shot.ts'
import { looks, type Person, useConsole } from './use-console.ts'

const office = useConsole()

const path = '/processes/docs/purchase/edit'

/** Discards the draft, which leads to the page of the process. */
async function discard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL(/\/processes\/docs\/purchase(\?|$)/)
}

describe('the modeler', () => {
  let author: Person
  before(async () => {
    author = await office.person({ lastname: 'Orlova', administrator: true })
    await publishPurchase(author.call, 1)
  })

  it('keeps a draft, shows problems at their elements, and publishes when there are none', async () => {
    const page = await office.signedIn(author)
    await page.open(path)
    const publish = page.page.getByRole('button', { name: 'Publish', exact: true })
    await page.page.getByText('No errors').waitFor()
    await page.page.locator('[data-element-id="f4"] .djs-hit').first().click({ force: true })
    const condition = page.page.getByRole('combobox', { name: 'Condition (FEEL)' })
    await condition.fill('acc')
    await page.page.getByRole('option', { name: 'account' }).click()
    assert.equal(await condition.inputValue(), 'account')
    await condition.fill('acount = "main"')
    await condition.blur()
    await page.page.getByText('Draft saved').waitFor()
    const problem = page.page.getByRole('list', { name: 'Problems' }).getByText(/acount/)
    await problem.waitFor()
    assert.ok(await publish.isDisabled())
    await page.page.locator('.djs-connection.is-problem').waitFor({ state: 'attached' })

    await page.page.reload()
    await page.settled()
    await problem.click()
    await condition.fill('account = "main" or account = "reserve"')
    await condition.blur()
    await page.page.getByText('No errors').waitFor()
    await page.page.getByText('Draft saved').waitFor()
    await publish.click()
    const dialog = page.page.getByRole('dialog')
    await dialog.getByText('account = "main" or account = "reserve"').waitFor()
    await assertAccessible(page)
    await dialog.getByLabel('Comment').fill('Any account but one')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.page.getByText('Version 2 was published').waitFor()
    await page.settled()
    const { body } = await author.call('GET', '/api/v1/processes/docs/purchase/versions')
    assert.deepEqual(
      body.versions.map(({ version, comment }: { version: number; comment: string }) => [version, comment]),
      [
        [2, 'Any account but one'],
        [1, 'First version'],
      ],
    )
  })

  it('changes extension elements, keeps all others, and undoes the change', async () => {
    const page = await office.signedIn(author)
    await page.open(path)
    await page.page.locator('[data-element-id="approve"] .djs-hit').first().click({ force: true })
    const due = page.page.getByRole('combobox', { name: 'Due date or duration' })
    assert.equal(await due.inputValue(), 'P2D')
    await due.fill('P5D')
    await due.blur()
    await page.page.getByText('Draft saved').waitFor()
    const { body } = await author.call('GET', '/api/v1/processes/docs/purchase/draft')
    assert.match(body.draft.xml, /<chancery:task [^>]*due="P5D"/)
    for (const kept of [
      /<chancery:performer type="initiator"/,
      /<chancery:exit code="reject"/,
      /<chancery:variable name="amount"/,
    ])
      assert.match(body.draft.xml, kept)
    await page.page.getByRole('button', { name: 'Undo' }).click()
    assert.equal(await due.inputValue(), 'P2D')
  })

  it('tries a drawn process: shows its path and what it waits for, and goes on as the author decides', async () => {
    const page = await office.signedIn(author)
    await page.open(path)
    const { page: tab } = page
    await tab.getByRole('button', { name: 'Test run' }).click()
    const panel = tab.getByRole('region', { name: 'Test run' })
    await panel.getByRole('button', { name: 'Start the test run' }).click()
    assert.equal(await panel.getByLabel('Title').getAttribute('aria-invalid'), 'true')
    await panel.getByLabel('Title').fill('laptop')
    await panel.getByLabel('Amount').fill('1500')
    await panel.getByLabel('Account').fill('main')
    await tab.keyboard.press('Enter')
    const task = panel.getByRole('region', { name: 'Approve the purchase' })
    await task.waitFor()
    await tab.locator('.djs-shape.is-active[data-element-id="approve"]').waitFor({ state: 'attached' })
    assert.equal(await tab.locator('.djs-connection.is-taken').count(), 2)
    await assertAccessible(page)
    await task.getByRole('button', { name: 'Reject' }).click()
    await panel.getByText('Completed', { exact: true }).waitFor()
    assert.match((await panel.getByRole('region', { name: 'Context' }).textContent()) ?? '', /decision.*reject/)
    await panel.getByRole('button', { name: 'One step back' }).click()
    await task.waitFor()
    await panel.getByRole('button', { name: 'Start again' }).click()
    await panel.getByLabel('Title').waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()
    await tab.getByRole('region', { name: 'Properties' }).waitFor()
    const { body } = await author.call('GET', '/api/v1/tasks?performer=any')
    assert.equal(body.result.total, 0)
  })

  it('applies a process of a solution by a plan, after which it is drift', async () => {
    await applyFiles(author.call, {
      'solution.yaml': 'code: shop\nname: Shop\nversion: 1.0.0\n',
      'namespaces/shop/namespace.yaml': 'name: Shop\n',
      'namespaces/shop/processes/buy.bpmn': purchaseFile(1),
    })
    const page = await office.signedIn(author)
    await page.open('/processes/shop/buy/edit')
    await page.page.locator('[data-element-id="approve"] .djs-hit').first().click({ force: true })
    const due = page.page.getByRole('combobox', { name: 'Due date or duration' })
    await due.fill('P7D')
    await due.blur()
    await page.page.getByText('Draft saved').waitFor()
    await page.page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.page.getByRole('dialog')
    await dialog
      .getByText(/new version 2 of the process|shop\.buy/)
      .first()
      .waitFor()
    await dialog.getByText('P7D').waitFor()
    await dialog.getByLabel('Comment').fill('A week to decide')
    await assertAccessible(page)
    await shot(page, 'modeler-apply')
    const download = page.page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download the folder' }).click()
    assert.equal((await download).suggestedFilename(), 'shop.zip')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.page.getByText('Version 2 was published').waitFor()
    const { body } = await author.call('GET', '/api/v1/processes/shop/buy')
    assert.deepEqual([body.process.version, body.process.solution], [2, 'shop'])
    const drift = await author.call('GET', '/api/v1/solutions/shop/drift')
    assert.match(JSON.stringify(drift.body), /namespaces\/shop\/processes\/buy\.bpmn/)
    await page.open('/processes/shop/buy?tab=versions')
    await page.page.getByRole('row', { name: /Version 2 A week to decide/ }).waitFor()
  })

  it('is used by keyboard: the arrows follow the flow, Enter opens the properties, A appends and connects', async () => {
    const { page, open } = await office.signedIn(author)
    await open(path)
    const { keyboard } = page
    const isSelected = (id: string) =>
      page.locator(`.djs-element.selected[data-element-id="${id}"]`).waitFor({ state: 'attached' })
    await page.getByRole('application').focus()
    for (const [key, id] of [
      ['ArrowRight', 'start'],
      ['ArrowRight', 'is_large'],
      ['ArrowDown', 'small'],
      ['ArrowDown', 'large'],
      ['ArrowRight', 'approve'],
    ] as const) {
      await keyboard.press(key)
      await isSelected(id)
    }
    await keyboard.press('Enter')
    assert.equal(await page.locator(':focus').inputValue(), 'Approve the purchase')
    await page.getByRole('application').focus()

    const before = await page.locator('.djs-shape').count()
    await keyboard.press('a')
    const menu = page.locator('.djs-popup')
    await menu.waitFor()
    await keyboard.type('Parallel')
    await keyboard.press('Enter')
    await menu.waitFor({ state: 'detached' })
    await page.locator('.djs-shape').nth(before).waitFor({ state: 'attached' })

    const flows = await page.locator('.djs-connection').count()
    await page.getByRole('application').focus()
    await keyboard.press('a')
    await menu.waitFor()
    await keyboard.type('Pay')
    await keyboard.press('Enter')
    await menu.waitFor({ state: 'detached' })
    await page.locator('.djs-connection').nth(flows).waitFor({ state: 'attached' })
    await page.getByText('Draft saved').waitFor()
    await discard(page)
  })

  it('selects several elements by Shift and the arrows, and draws a pool around everything by P', async () => {
    const { page, open } = await office.signedIn(author)
    await open(path)
    const { keyboard } = page
    const selected = page.locator('.djs-element.selected')
    await page.getByRole('application').focus()
    for (const key of ['ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown']) await keyboard.press(key)
    await selected.nth(2).waitFor({ state: 'attached' })
    assert.deepEqual(
      (await selected.evaluateAll((all) => all.map((each) => each.getAttribute('data-element-id')))).sort(),
      ['is_large', 'small', 'start'],
    )
    await keyboard.press('p')
    const pool = page.locator('.djs-shape[data-element-id^=Participant]')
    await pool.waitFor({ state: 'attached' })
    await page.getByText('Draft saved').waitFor()
    const { body } = await author.call('GET', '/api/v1/processes/docs/purchase/draft')
    assert.match(body.draft.xml, /<(bpmn:)?participant id="Participant_\w+" processRef="\w+"/)
    await keyboard.press('Control+z')
    await pool.waitFor({ state: 'detached' })
    await discard(page)
  })

  it('adds elements from the palette by keyboard, after the selected element or beside everything', async () => {
    const { page, open } = await office.signedIn(author)
    await open(path)
    const { keyboard } = page
    const palette = page.getByRole('toolbar', { name: 'Elements to draw' })
    await page.getByRole('application').waitFor()
    const [shapes, flows] = [page.locator('.djs-shape'), page.locator('.djs-connection')]
    const [shapesBefore, flowsBefore] = [await shapes.count(), await flows.count()]
    const entries = palette.getByRole('button')
    assert.equal(await palette.locator('[tabindex="0"]').count(), 1)
    await entries.first().focus()
    for (let presses = 0; presses < 3; presses++) await keyboard.press('ArrowDown')
    assert.equal(await page.locator(':focus').getAttribute('data-action'), 'userTask')
    await keyboard.press('Enter')
    await shapes.nth(shapesBefore).waitFor({ state: 'attached' })
    assert.equal(await flows.count(), flowsBefore)
    await page.locator('svg[role=application]:focus').waitFor({ state: 'attached' })

    await palette.locator('[tabindex="0"]').focus()
    await keyboard.press('End')
    await keyboard.press('ArrowUp')
    assert.equal(await page.locator(':focus').getAttribute('data-action'), 'end')
    await keyboard.press('Enter')
    await shapes.nth(shapesBefore + 1).waitFor({ state: 'attached' })
    await flows.nth(flowsBefore).waitFor({ state: 'attached' })
    await page.getByRole('application').blur()
    await keyboard.press('?')
    await page.getByRole('dialog').getByText('Drawing: append or connect').waitFor()
    await keyboard.press('Escape')
    await page.getByText('Draft saved').waitFor()
    await discard(page)
  })

  it('names the tools of bpmn-js in Russian', async () => {
    const page = await office.signedIn(author)
    await page.open(path)
    await page.settings({ language: 'ru' })
    await page.page.locator('[data-element-id="approve"] .djs-hit').first().click({ force: true })
    await page.page.locator('.djs-context-pad .entry[title="Удалить"]').waitFor()
    await page.page.locator('.djs-context-pad .entry[title="Изменить тип"]').click()
    await page.page.locator('.djs-popup').getByText('Автоматический шаг').waitFor()
    await shot(page, 'modeler-words-ru')
    await page.settings({ language: 'en' })
  })

  it('begins a new process, whose code is proposed from the name', async () => {
    const visit = await office.signedIn(author)
    const { page } = visit
    await visit.open('/processes/new')
    const draw = page.getByRole('button', { name: 'Draw' })
    await page.getByLabel('Name of the process').fill('日本')
    await draw.click()
    await page.getByText('Begin with a letter').waitFor()
    await assertAccessible(visit)
    await page.getByLabel('Name of the process').fill('Отпуск <R&D>')
    await draw.click()
    await page.getByRole('heading', { level: 1, name: /Отпуск <R&D>/ }).waitFor()
    assert.match(page.url(), /\/otpusk_r_d\/edit\?/)
  })

  for (const look of looks)
    it(`has no barriers: ${look.language}, ${look.theme}`, async () => {
      const page = await office.signedIn(author)
      await page.open(path)
      await page.settings(look)
      await assertAccessible(page)
      await shot(page, `modeler-${look.language}-${look.theme}`)
      await page.page.getByRole('button', { name: look.language === 'ru' ? 'Пробный запуск' : 'Test run' }).click()
      await page.page.getByLabel('Title').fill('laptop')
      await page.page.getByLabel('Amount').fill('1500')
      await page.page.keyboard.press('Enter')
      await page.page.getByRole('region', { name: 'Approve the purchase' }).waitFor()
      await assertAccessible(page)
      await shot(page, `modeler-trial-${look.language}-${look.theme}`)
    })
})
