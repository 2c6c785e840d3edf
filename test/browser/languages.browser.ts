// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { bpmn, end, flows, start, user } from '../../src/process/engine/process.fixture.ts'
import { deployMail } from '../../src/process/triggers/starts/starts.fixture.ts'
import { assertDone } from '../everything.ts'
import { assertAccessible } from './accessible.ts'
import { shot } from './shot.ts'
import { type ConsolePage, type Person, useConsole } from './use-console.ts'

const office = useConsole()
const application = '/pub/v1/app/ref/counterparties'

describe('names of definitions in the console', () => {
  let clerk: Person
  let element: string
  before(async () => {
    clerk = await office.person({ lastname: 'Belova', administrator: true })
    const context = { __name: 'Вымпел', kind: [{ code: 'supplier' }], tax_id: '7707083893' }
    const created = await clerk.call('POST', `${application}/create`, { context })
    assertDone(created)
    element = created.body.item.__id
  })

  const signedIn = async (language: string): Promise<ConsolePage> => {
    const page = await office.signedIn(clerk)
    await page.open('/')
    await page.settings({ language })
    return page
  }
  const texts = async ({ page }: ConsolePage) => (await page.locator('body').textContent()) ?? ''

  it('are in the language of the user in the navigation, in lists and in their filters', async () => {
    const page = await signedIn('ru')
    await page.open('/apps/ref/counterparties?f=["kind:supplier"]&q=Вымпел')
    await page.page.getByRole('heading', { name: 'Контрагенты', exact: true }).waitFor()
    const all = await texts(page)
    for (const name of ['Справочники', 'ИНН', 'Вид', 'Поставщик', 'Новый']) assert.ok(all.includes(name), name)
    for (const name of ['Counterparties', 'Supplier', 'Tax ID']) assert.ok(!all.includes(name), name)
    await assertAccessible(page)
    await shot(page, 'names-list-ru')
  })

  it('are in the language of the user also when the texts of that language arrive after them', async () => {
    const visit = await office.signedIn(clerk)
    await visit.open('/')
    await visit.settings({ language: 'en' })
    await visit.open('/apps/ref/counterparties/new')
    const namesShown = visit.page.getByText('Полное наименование')
    let texts = 0
    await visit.page.route(/\/(first|more)-[^/]*\.js$/, async (route) => {
      const chunk = await route.fetch()
      if ((await chunk.text()).includes('Отмена')) {
        texts += 1
        await visit.page
          .getByText(/Full name|Полное наименование/)
          .first()
          .waitFor()
      }
      await route.fulfill({ response: chunk })
    })
    await visit.settings({ language: 'ru' })
    await namesShown.first().waitFor()
    assert.ok(texts > 0)
  })

  it('are in the language of the user on cards and boards', async () => {
    const page = await signedIn('ru')
    await page.open(`/apps/ref/counterparties/${element}`)
    const card = await texts(page)
    for (const name of ['Полное наименование', 'ОГРН', 'Проверен', 'Поставщик']) assert.ok(card.includes(name), name)
    await shot(page, 'names-card-ru')
    await page.open('/apps/ref/counterparties?view=board')
    const board = await texts(page)
    for (const name of ['Новый', 'Подозрительный', 'Закрыт']) assert.ok(board.includes(name), name)
    await shot(page, 'names-board-ru')
  })

  it('are in the language of the user on the diagram of an instance, also after the language was changed there', async () => {
    const process = bpmn([start(), user('check', '', '', 'name="Check the letter"'), end(), flows('s > check > e')])
    await deployMail(office.server().call, {
      'check.bpmn': process,
      'check.yaml': 'texts:\n  ru:\n    Check the letter: Проверить письмо\n',
    })
    const started = await clerk.call('POST', '/pub/v1/bpm/template/mail/check/run', { context: {} })
    assertDone(started)
    const visit = await signedIn('en')
    await visit.open(`/instances/${started.body.context.__id}`)
    const { page } = visit
    const step = page.locator('.djs-element[data-element-id="check"]')
    await step.filter({ hasText: 'Check' }).waitFor()
    await page.getByRole('button', { name: 'Belova' }).click()
    await page.getByRole('menuitemradio', { name: 'Русский' }).click()
    await step.filter({ hasText: 'Проверить' }).waitFor()
  })

  it('are in the language of the user in reports', async () => {
    const page = await signedIn('ru')
    await page.open('/reports')
    await page.page.getByText('Регистрации по неделям').first().waitFor()
    assert.ok(!(await texts(page)).includes('Registrations by week'))
    await shot(page, 'names-reports-ru')
  })

  it('change with the language of the user, and stay English in English', async () => {
    const page = await signedIn('en')
    await page.open('/apps/ref/counterparties')
    await page.page.getByRole('heading', { name: 'Counterparties', exact: true }).waitFor()
    assert.ok(!(await texts(page)).includes('Контрагенты'))
  })
})
