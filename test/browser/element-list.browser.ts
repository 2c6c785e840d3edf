import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applyFiles } from '../../src/api/v1/scheme/scheme.fixture.ts'
import { assertDone } from '../everything.ts'
import type { Body } from '../platform.ts'
import { assertAccessible } from './accessible.ts'
import { hold } from './hold-answers.ts'
import { shot } from './shot.ts'
import { type ConsolePage, looks, useConsole } from './use-console.ts'

const office = useConsole()
const list = '/apps/ref/counterparties'
const count = 60

let companies: Promise<void> | undefined
async function createCompanies(): Promise<void> {
  for (let number = 1; number <= count; number++) {
    const context = {
      __name: `Company ${String(number).padStart(2, '0')}`,
      tax_id: String(9_870_000_000 + number),
      region: number % 2 ? '77' : '03',
      kind: number % 3 ? 'supplier' : 'customer',
    }
    assertDone(await office.server().call('POST', '/pub/v1/app/ref/counterparties/create', { context }))
  }
}

const clerk = async (): Promise<ConsolePage> => {
  companies ??= createCompanies()
  await companies
  return office.signedIn(await office.person({ lastname: 'Petrova', firstname: 'Anna', administrator: true }))
}
const names = ({ page }: ConsolePage): Promise<string[]> => page.locator('tbody td[data-main]').allTextContents()
const search = ({ page }: ConsolePage): URLSearchParams => new URL(page.url()).searchParams
const elements = async (status: string): Promise<Body[]> => {
  const answer = await office
    .server()
    .call('POST', '/pub/v1/app/ref/counterparties/list', { size: 100, statusCode: [status] })
  return answer.body.result.result
}

describe('the list of elements', () => {
  it('is filtered by a category that was chosen with the keyboard, and the filter is in the address', async () => {
    const clerksPage = await clerk()
    const { page } = clerksPage
    await clerksPage.open(list)
    await page.keyboard.press('f')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('kind')
    await page.locator('li > button', { hasText: /^Kind$/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: 'Customer' }).check()
    await page.keyboard.press('Enter')
    await page.getByText('20 elements').waitFor()
    assert.equal(search(clerksPage).get('f'), '["kind:customer"]')
    await assertAccessible(clerksPage)

    await page.reload()
    await clerksPage.settled()
    assert.equal((await names(clerksPage)).length, 20)
    await page.getByRole('button', { name: 'Remove the filter Kind' }).click()
    await page.getByText('60 elements').waitFor()
    await page.goBack()
    await page.getByText('20 elements').waitFor()
  })

  it('has no menu of further actions for those who can do nothing further', async () => {
    await applyFiles(office.server().call, {
      'solution.yaml': 'code: plain\nname: Plain\nversion: 1.0.0\n',
      'namespaces/plain/namespace.yaml': 'name: Plain\n',
      'namespaces/plain/apps/notes.yaml': 'name: Notes\naccess: { elements: [{ to: [everyone], may: [view] }] }\n',
    })
    const more = async ({ page, open }: ConsolePage): Promise<number> => {
      await open('/apps/plain/notes')
      return page.getByRole('button', { name: 'More', exact: true }).count()
    }
    assert.equal(await more(await clerk()), 1)
    assert.equal(await more(await office.signedIn(await office.person())), 0)
  })

  it('tells which filters it dropped because their fields do not exist', async () => {
    const clerksPage = await clerk()
    await clerksPage.open(`${list}?f=${encodeURIComponent('["gone~1","region~77"]')}`)
    await clerksPage.page.getByText('Removed filters of fields that do not exist: gone~1').waitFor()
    assert.equal(search(clerksPage).get('f'), '["region~77"]')
  })

  it('is searched, sorted and turned over by keyboard', async () => {
    const clerksPage = await clerk()
    const { page } = clerksPage
    await clerksPage.open(`${list}?size=25`)
    await page.keyboard.press(']')
    await page.getByText('26–50 of 60').waitFor()
    await page.getByRole('button', { name: 'Name' }).click()
    await page.getByText('1–25 of 60').waitFor()
    await clerksPage.settled()
    assert.equal((await names(clerksPage))[0], 'Company 60')
    await page.keyboard.press('/')
    await page.keyboard.type('company 07')
    await page.getByText('1 element').first().waitFor()
    await clerksPage.settled()
    assert.deepEqual(await names(clerksPage), ['Company 07'])
  })

  it('is searched by the values that its columns show', async () => {
    const clerksPage = await clerk()
    const { page } = clerksPage
    await clerksPage.open(`${list}?q=9870000012`)
    await page.getByText('1 element').first().waitFor()
    assert.deepEqual(await names(clerksPage), ['Company 12'])
    await clerksPage.open(`${list}?q=Customer&size=25`)
    await page.getByText('20 elements').waitFor()
  })

  it('is searched by the names of referenced elements and people', async () => {
    const clerksPage = await clerk()
    const [company] = await elements('new')
    const context = { full_name: { lastname: 'Orlov' }, counterparty: [company.__id], position: 'Lawyer' }
    assertDone(await office.server().call('POST', '/pub/v1/app/ref/contacts/create', { context }))
    await clerksPage.open(`/apps/ref/contacts?q=${encodeURIComponent(company.__name)}`)
    await clerksPage.page.getByText('1 element').first().waitFor()
  })

  it('takes a filter in EQL, and shows what is wrong with it', async () => {
    const clerksPage = await clerk()
    const { page } = clerksPage
    await clerksPage.open(`${list}?eql=${encodeURIComponent("[region] = '77' and [kind] = 'customer'")}`)
    await page.getByText('10 elements').waitFor()
    const box = page.getByRole('textbox', { name: 'Filter in EQL' })
    await box.fill('[region] = ')
    await box.press('Enter')
    await page.getByRole('alert').getByText('query.wrong_eql').waitFor()
  })

  it('opens an element beside itself, and closes it with Escape', async () => {
    const clerksPage = await clerk()
    const { page } = clerksPage
    await clerksPage.open(`${list}?q=Company`)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const pane = page.getByRole('complementary')
    await pane.getByText('9870000002').waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await pane.getByText('Created').waitFor()
    assert.equal(search(clerksPage).get('tab'), 'history')
    await page.keyboard.press('Escape')
    await pane.waitFor({ state: 'hidden' })
    assert.equal(search(clerksPage).get('q'), 'Company')
  })

  it('asks before it sets a status in the pane, once for a double click, and takes it back', async () => {
    const clerksPage = await clerk()
    const { page } = clerksPage
    await clerksPage.open(`${list}?q=${encodeURIComponent('Company 10')}`)
    await page.getByText('Company 10').click()
    let sent = 0
    page.on('request', (request) => {
      if (/set-status$/.test(request.url())) sent++
    })
    await page.getByRole('complementary').getByRole('button', { name: 'Verified' }).dblclick()
    assert.deepEqual(await elements('verified'), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Set status' }).click()
    await page.getByText('Status set to Verified').waitFor()
    assert.equal(sent, 1)
    assert.deepEqual(
      (await elements('verified')).map(({ __name }) => __name),
      ['Company 10'],
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Status set to New').waitFor()
    assert.deepEqual(await elements('verified'), [])
  })

  it('changes the selected elements together', async () => {
    const clerksPage = await clerk()
    const { page } = clerksPage
    await clerksPage.open(`${list}?q=${encodeURIComponent('Company 2')}`)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await page.getByText('3 selected').waitFor()
    await assertAccessible(clerksPage)
    await page.getByRole('button', { name: 'Set status' }).click()
    await page.getByRole('menuitem', { name: 'Suspicious' }).click()
    const question = page.getByRole('dialog', { name: 'Set the status to “Suspicious”?' })
    await question.getByRole('button', { name: 'Set status' }).click()
    await page.getByText('3 elements changed').waitFor()
    const changed = (await elements('suspicious')).map(({ __name }) => __name)
    assert.deepEqual(changed.sort(), ['Company 20', 'Company 21', 'Company 22'])
    await page
      .getByRole('row', { name: /Company 21/ })
      .getByRole('checkbox')
      .click()
    await page.getByText('1 selected').waitFor()
    await page.getByRole('button', { name: 'Set status' }).click()
    await page.getByRole('menuitem', { name: 'Verified' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Suspicious' }).count(), 0, 'the company has this status')
  })

  it('asks before it deletes', async () => {
    const clerksPage = await clerk()
    const { page } = clerksPage
    await clerksPage.open(`${list}?q=${encodeURIComponent('Company 33')}`)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: /^Delete “Company 33/ })
    await question.waitFor()
    await assertAccessible(clerksPage)
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('1 element changed').waitFor()
    await page.getByText('No elements match these filters').waitFor()
  })

  it('is saved as a view, and opened from there', async () => {
    const clerksPage = await clerk()
    const { page } = clerksPage
    await clerksPage.open(`${list}?f=${encodeURIComponent('["region~03"]')}&sort=-__name&page=1`)
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('From Karelia')
    await assertAccessible(clerksPage)
    await page.keyboard.press('Enter')
    await page.getByText('The view From Karelia was saved').waitFor()
    await clerksPage.open(list)
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'From Karelia', exact: true }).click()
    await page.getByRole('button', { name: 'Remove the filter Region code' }).waitFor()
    assert.equal(search(clerksPage).get('sort'), '-__name')
  })

  it('is exported with its columns, and the file can be downloaded', async () => {
    const clerksPage = await clerk()
    const { page } = clerksPage
    await clerksPage.open(`${list}?q=${encodeURIComponent('Company 4')}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Export to CSV' }).click()
    const link = page.getByRole('link', { name: 'Download' })
    await link.waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    assert.match(download.suggestedFilename(), /\.csv$/)
  })

  it('shows the columns that were chosen', async () => {
    const clerksPage = await clerk()
    const { page } = clerksPage
    await clerksPage.open(list)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Tax ID' }).uncheck()
    await page.getByRole('checkbox', { name: 'Created by' }).check()
    await page.keyboard.press('Escape')
    await clerksPage.settled()
    const titles = await page.getByRole('columnheader').allTextContents()
    assert.ok(titles.includes('Created by') && !titles.includes('Tax ID'), titles.join())
  })

  for (const look of looks)
    it(`has no barriers: ${look.language}, ${look.theme}`, async () => {
      const clerksPage = await clerk()
      await clerksPage.open('/')
      await clerksPage.settings(look)
      await clerksPage.open(`${list}?f=${encodeURIComponent('["kind:supplier"]')}`)
      await clerksPage.page.keyboard.press('j')
      await clerksPage.page.keyboard.press('Enter')
      await clerksPage.page.getByRole('complementary').waitFor()
      await clerksPage.settled()
      await assertAccessible(clerksPage)
      await shot(clerksPage, `element-list-${look.language}-${look.theme}`)
      await clerksPage.page.setViewportSize({ width: 320, height: 700 })
      await clerksPage.page.keyboard.press('Escape')
      await clerksPage.settled()
      await assertAccessible(clerksPage)
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      assert.equal(await clerksPage.page.evaluate(overflow), 0)
    })
})

describe('the board', () => {
  it('moves a card to the next status by keyboard', async () => {
    const clerksPage = await clerk()
    const { page } = clerksPage
    await clerksPage.open(`${list}?view=board&q=${encodeURIComponent('Company 50')}`)
    await assertAccessible(clerksPage)
    await page.getByRole('button', { name: 'Company 50' }).focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByText('Status set to Verified').waitFor()
    await page.getByRole('region', { name: 'Verified' }).getByRole('button', { name: 'Company 50' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Status set to New').waitFor()
    await page.getByRole('region', { name: 'New' }).getByRole('button', { name: 'Company 50' }).waitFor()
  })

  it('asks before it moves a card to a status that no other can follow, and offers no undo', async () => {
    const clerksPage = await clerk()
    const { page } = clerksPage
    await clerksPage.open(`${list}?view=board&q=${encodeURIComponent('Company 52')}`)
    const card = page.getByRole('button', { name: 'Company 52' })
    await card.dragTo(page.getByRole('region', { name: 'Closed' }))
    const question = page.getByRole('dialog', { name: 'Set the status to “Closed”?' })
    await question.getByText('Company 52').waitFor()
    assert.deepEqual(await elements('closed'), [])
    await question.getByRole('button', { name: 'Set status' }).click()
    await page.getByText('Status set to Closed').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0)
    await page.getByRole('region', { name: 'Closed' }).getByRole('button', { name: 'Company 52' }).waitFor()
  })

  it('moves a card once, also when the keys are pressed twice before the server has answered', async () => {
    const clerksPage = await clerk()
    const { page } = clerksPage
    await clerksPage.open(`${list}?view=board&q=${encodeURIComponent('Company 53')}`)
    let sent = 0
    page.on('request', (request) => {
      if (/set-status$/.test(request.url())) sent++
    })
    const held = await hold(page, /\/capabilities$/)
    await page.getByRole('button', { name: 'Company 53' }).focus()
    await page.keyboard.press('Shift+ArrowRight')
    await held.answered
    await page.keyboard.press('Shift+ArrowRight')
    held.release()
    await page.getByText('Status set to Verified').waitFor()
    await clerksPage.settled()
    assert.equal(sent, 1)
  })

  it('moves a card that is dropped on a column before the server has said which statuses are allowed', async () => {
    const clerksPage = await clerk()
    const { page } = clerksPage
    await clerksPage.open(`${list}?view=board&q=${encodeURIComponent('Company 51')}`)
    const held = await hold(page, /\/capabilities$/)
    await page.getByRole('button', { name: 'Company 51' }).dragTo(page.getByRole('region', { name: 'Suspicious' }))
    await held.answered
    held.release()
    await page.getByText('Status set to Suspicious').waitFor()
    await shot(clerksPage, 'board')
  })
})
