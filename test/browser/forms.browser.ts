// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone } from '../everything.ts'
import { assertAccessible } from './accessible.ts'
import { deployOrders } from './forms.fixture.ts'
import { shot } from './shot.ts'
import { looks, useConsole } from './use-console.ts'

const office = useConsole()
const administrator = () => office.person({ lastname: 'Orlova', administrator: true })

const forms = `forms:
  create:
    - number
    - section: { en: Parties, ru: Стороны }
      fields: [{ field: note, required: true }, buyer]
    - { field: origin, readonly: true }
  view:
    - section: { en: Parties, ru: Стороны }
      fields: [buyer, note]
    - amount
  tile: [amount]
`

describe('the forms of an application', () => {
  it('show sections, default values that nobody changes, and the fields of the tile on the board', async () => {
    const { call } = office.server()
    await deployOrders(call, 'shown', forms)
    const context = { number: '1', buyer: 'Sudost', amount: 70, note: 'Soon' }
    const created = await call('POST', '/pub/v1/app/shown/orders/create', { context })
    assertDone(created)
    const visit = await office.signedIn(await administrator())
    const { page, open } = visit
    await open('/apps/shown/orders/new')
    const origin = page.getByRole('group', { name: 'Other fields' }).locator('dl', { hasText: 'Origin' })
    assert.match((await origin.textContent()) ?? '', /By hand/)
    await page.getByLabel('Number').fill('2')
    await page.getByRole('group', { name: 'Parties' }).getByLabel('Note').fill('Later')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { name: 'Order 2' }).waitFor()

    await visit.settings({ language: 'ru' })
    await open(`/apps/shown/orders/${created.body.item.__id}`)
    const card = page.getByRole('tabpanel')
    assert.deepEqual(await card.locator('dt').allTextContents(), ['Buyer', 'Note', 'Amount'])
    await card.getByRole('region', { name: 'Стороны' }).getByText('Sudost').waitFor()
    await card.getByRole('region', { name: 'Остальные поля' }).getByText('70').waitFor()
    await open('/apps/shown/orders?view=board')
    const tile = page.getByRole('listitem').filter({ hasText: 'Order 1' })
    assert.match((await tile.textContent()) ?? '', /70/)
    assert.doesNotMatch((await tile.textContent()) ?? '', /Sudost/)
  })

  it('are refused at their place: a create form without a required field cannot be applied', async () => {
    await deployOrders(office.server().call, 'refused', forms)
    const { page, open } = await office.signedIn(await administrator())
    await open('/apps/refused/orders/design?tab=forms&open=1')
    await page.getByRole('button', { name: 'Leave out' }).click()
    await page.getByText('1 problem', { exact: true }).waitFor()
    await page.getByRole('alert').getByText('the create form leaves out "number"').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Review changes…' }).isDisabled(), true)
    await page.getByRole('button', { name: 'Tile', exact: true }).click()
    await page.getByRole('list', { name: 'Problems' }).getByRole('button', { name: 'forms.create' }).click()
    await page.getByRole('button', { name: 'Add Number' }).click()
    await page.getByRole('button', { name: 'Review changes…', disabled: false }).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('button', { name: 'Discard', exact: true, disabled: true }).waitFor()
  })

  it('follow a new code and the removal of a field, and can be reset to the fields', async () => {
    await deployOrders(office.server().call, 'changed', forms)
    const { page, open } = await office.signedIn(await administrator())
    await open('/apps/changed/orders/design?tab=fields&open=4')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText(/^\d changes$/).waitFor()
    await page.getByRole('tab', { name: 'Forms' }).click()
    assert.deepEqual(await page.getByRole('list', { name: 'Create' }).getByRole('listitem').count(), 4)
    await page.getByRole('button', { name: 'Use the order of the fields' }).click()
    await page.getByText('This form is not arranged').waitFor()
    await page.getByRole('button', { name: 'Review changes…' }).click()
    await page.getByRole('dialog').getByText('the create form is no longer described').waitFor()
  })

  it('keep the focus on the row that is moved, also when it leaves or enters a section', async () => {
    await deployOrders(office.server().call, 'moved', forms)
    const { page, open } = await office.signedIn(await administrator())
    await open('/apps/moved/orders/design?tab=forms')
    const rows = page.getByRole('list', { name: 'Create' }).getByRole('button')
    const assertOrder = async (...titles: string[]) => {
      for (const [at, title] of titles.entries()) await rows.nth(at).filter({ hasText: title }).waitFor()
      assert.equal(await rows.count(), titles.length)
    }
    await rows.filter({ hasText: 'Number' }).focus()
    for (const key of ['Alt+ArrowDown', 'Alt+ArrowDown']) await page.keyboard.press(key)
    await assertOrder('Part', 'Note', 'Number', 'Buyer', 'Orig')
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Alt+ArrowDown')
    await assertOrder('Part', 'Note', 'Buyer', 'Number', 'Orig')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Number' }).waitFor()
    const section = page.getByRole('combobox', { name: 'Section' })
    assert.equal(await section.inputValue(), '')
    await section.selectOption('Parties')
    await page.getByRole('heading', { name: 'Number' }).waitFor()
    await page.getByRole('button', { name: 'Move up' }).click()
    await page.getByRole('button', { name: 'Move up' }).and(page.locator(':focus')).waitFor()
    await assertOrder('Part', 'Note', 'Number', 'Buyer', 'Orig')
  })

  const pages = [
    '',
    '&form=create&open=2',
    '&form=create&open=3',
    '&form=edit',
    '&form=view&open=1',
    '&form=tile&open=1',
  ]
  for (const look of looks)
    it(`have no barriers: ${look.language}, ${look.theme}`, async () => {
      await deployOrders(office.server().call, 'seen', forms)
      const visit = await office.signedIn(await administrator())
      await visit.open('/apps/seen/orders/new')
      await visit.settings(look)
      await assertAccessible(visit)
      await shot(visit, `form-create-${look.language}-${look.theme}`)
      for (const search of pages) {
        await visit.open(`/apps/seen/orders/design?tab=forms${search}`)
        await assertAccessible(visit)
        await shot(visit, `designer-forms${search.replaceAll(/\W/g, '-')}-${look.language}-${look.theme}`)
      }
    })

  it('fit a window of 320 pixels', async () => {
    await deployOrders(office.server().call, 'narrow', forms)
    const visit = await office.signedIn(await administrator(), { viewport: { width: 320, height: 640 } })
    for (const address of ['new', ...pages.map((search) => `design?tab=forms${search}`)]) {
      await visit.open(`/apps/narrow/orders/${address}`)
      const width = await visit.page.evaluate<number>('document.documentElement.scrollWidth')
      assert.ok(width <= 320, `${address} is ${width} pixels wide`)
    }
  })
})
