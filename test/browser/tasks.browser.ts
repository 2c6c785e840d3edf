// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone } from '../everything.ts'
import { assertAccessible } from './accessible.ts'
import { contractInCheck, lawyer } from './office-people.ts'
import { taskIsOpen } from './open-task.ts'
import { publishPurchase, startPurchase } from './purchase.fixture.ts'
import { shot } from './shot.ts'
import { looks, useConsole } from './use-console.ts'

const office = useConsole()
const statusOf = async (id: string): Promise<string> =>
  (await office.server().call('POST', `/pub/v1/app/docs/contracts/${id}/get`)).body.item.__statusCode

describe('the tasks of a person', () => {
  it('a rejection without its required remark is refused at the field, and nothing is lost', async () => {
    const lukina = await lawyer(office)
    const id = await contractInCheck(office, 'remark-2')
    const { page, open } = await office.signedIn(lukina)
    await open('/tasks?tab=queue')
    await page.keyboard.press('j')
    await page.getByRole('row', { name: /remark-2/ }).press('Enter')
    await taskIsOpen(page, /remark-2/)
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.locator('[data-field=comment][aria-invalid=true]').waitFor()
    await page.getByLabel('Comment').fill('No price')
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('Completed: Reject', { exact: true }).first().waitFor()
    assert.equal(await statusOf(id), 'rejected')
  })

  it('a task of somebody whom the user substitutes says on whose behalf it is done', async () => {
    const principal = await office.person({ lastname: 'Belova', firstname: 'Vera', administrator: true })
    const substitute = await office.person({ lastname: 'Orlov' })
    await publishPurchase(principal.call, 1, 'behalf')
    await startPurchase(principal.call, { title: 'lamps', amount: '2000' }, 'behalf')
    const body = { principal: principal.id, substitute: substitute.id }
    assertDone(await principal.call('POST', '/api/v1/substitutions', body))
    const { page, open } = await office.signedIn(substitute)
    await open('/tasks')
    await page.getByRole('row', { name: /Approve lamps.* · On behalf of .*Belova/ }).waitFor()
  })

  it('an empty list says what will appear in it', async () => {
    const { page, open } = await office.signedIn(await office.person())
    await open('/tasks')
    await page.getByText('Nothing is waiting for you').waitFor()
    const main = (await page.locator('main').boundingBox())!
    const text = (await page.getByText('Nothing is waiting for you').boundingBox())!
    const middle = text.x + text.width / 2 - (main.x + main.width / 2)
    assert.ok(Math.abs(middle) < 40, `the text is ${middle} px from the middle of the page`)
  })

  it('keeps its title in sight while its content is scrolled, and its secondary buttons in even rows', async () => {
    const person = await office.person({ administrator: true })
    await publishPurchase(person.call, 1, 'title')
    await startPurchase(person.call, { title: 'lamps', amount: '2000' }, 'title')
    const { page, open, settings } = await office.signedIn(person)
    await page.setViewportSize({ width: 1280, height: 560 })
    await open('/tasks')
    const pane = page.getByRole('complementary')
    await pane.getByText('History', { exact: true }).scrollIntoViewIfNeeded()
    await pane.getByText('History', { exact: true }).hover()
    await page.mouse.wheel(0, 2000)
    await page.waitForTimeout(300)
    const title = pane.getByRole('heading', { level: 2, name: /Approve/ }).first()
    const box = (await title.boundingBox())!
    assert.ok(box.y >= 0 && box.y + box.height <= 560, `the title is at ${box.y} px`)
    assert.equal(await pane.getByRole('button', { name: 'Claim' }).count(), 0)
    // The Russian words are too long for one row without the rule that shares it out.
    await settings({ language: 'ru' })
    await pane.getByRole('button', { name: 'Задать вопрос' }).waitFor()
    const tops = await pane
      .getByRole('button', { name: /^(Переназначить|Делегировать|Задать вопрос)$/ })
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
    assert.equal(tops.length, 3)
    assert.equal(new Set(tops).size, 1, `the buttons are in rows at ${tops}`)
  })

  it('are in groups by their due dates, and on a wide screen the first one is open until the user closes it', async () => {
    const person = await office.person({ administrator: true })
    await publishPurchase(person.call, 1, 'groups')
    for (const title of ['lamps', 'chairs']) await startPurchase(person.call, { title, amount: '2000' }, 'groups')
    const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString()
    const { page, open } = await office.signedIn(person)
    await page.route(/\/api\/v1\/tasks\?/, async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      const dues = [hoursFromNow(-2), null]
      for (const [index, task] of body.result.result.entries()) task.dueAt = dues[index]
      await route.fulfill({ response, json: body })
    })
    await open('/tasks')
    const first = page.getByRole('complementary').getByRole('heading', { level: 2, name: /Approve/ })
    await first.waitFor()
    assert.deepEqual(await page.locator('tbody th').allInnerTexts(), ['Overdue 1', 'Later 1'])
    assert.match((await first.textContent()) ?? '', /lamps|chairs/)
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('Escape')
    await first.waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await first.waitFor()
    await page.setViewportSize({ width: 1000, height: 800 })
    await open('/tasks')
    await page.getByRole('row', { name: /Approve lamps/ }).waitFor()
    assert.equal(await first.count(), 0)
    await open('/home')
    const due = page.getByRole('region', { name: 'Today', exact: true }).getByRole('link')
    await due.filter({ hasText: /^Approve (lamps|chairs)/ }).waitFor()
    assert.equal(await due.count(), 1)
  })

  for (const look of looks)
    it(`the list and the task have no barriers: ${look.language}, ${look.theme}`, async () => {
      const lukina = await lawyer(office)
      await contractInCheck(office, `look-${look.language}-${look.theme}`)
      const visit = await office.signedIn(lukina)
      await visit.open('/tasks?tab=queue')
      await visit.settings(look)
      await visit.page.getByRole('row', { name: new RegExp(`look-${look.language}-${look.theme}`) }).click()
      await visit.page.waitForURL(/[?&]open=/)
      await visit.settled()
      await assertAccessible(visit)
      await shot(visit, `tasks-${look.language}-${look.theme}`)
      const id = new URL(visit.page.url()).searchParams.get('open')
      await visit.open(`/tasks/${id}`)
      await assertAccessible(visit)
      await shot(visit, `task-${look.language}-${look.theme}`)
    })
})
