import assert from 'node:assert/strict'
import { deployOrders } from '../forms.fixture.ts'
import { publishPurchase } from '../purchase.fixture.ts'
import type { Journey } from './journey.ts'

/** The administrator invites a new colleague. */
export const administratorInvites: Journey = {
  title: 'an administrator adds a person to a group, and the person signs in by the invitation',
  async play({ office, mark, enter }) {
    const administrator = await office.person({ lastname: 'Orlova', administrator: true })
    const { page, open, press, enter: type, choose } = await enter(administrator)
    await open('/admin/users')
    await press(page.getByRole('button', { name: 'New person' }))
    await type(page.getByLabel('Last name'), `Sokolova-${mark}`)
    await type(page.getByLabel('User name'), `sokolova-${mark}`)
    await press(page.getByRole('button', { name: 'Create' }))
    await choose(page.getByRole('combobox', { name: 'Add to a group' }), 'Lawyers', 'Lawyers')
    await page.getByRole('button', { name: /Remove from .*lawyers/i }).waitFor()
    await press(page.getByRole('button', { name: 'Invite or reset the password' }))
    const link = new URL((await page.getByRole('dialog').locator('code').textContent()) ?? '')
    await press(page.getByRole('dialog').getByRole('button', { name: 'Close' }).last())

    const guest = await enter(undefined)
    await guest.open(`${link.pathname.replace('/console', '')}${link.hash}`)
    await guest.enter(guest.page.getByLabel('New password'), 'a long enough password')
    await guest.press(guest.page.getByRole('button', { name: 'Set a password' }))
    await guest.page.getByRole('button', { name: `Sokolova-${mark}` }).waitFor()
  },
}

/** The administrator changes a process. */
export const administratorPublishes: Journey = {
  title: 'an administrator changes a process and publishes the new version',
  async play({ office, mark, enter }) {
    const administrator = await office.person({ lastname: 'Orlova', administrator: true })
    const code = `published_${mark}`
    await publishPurchase(administrator.call, 1, code)
    const { page, open, press, enter: type, select } = await enter(administrator)
    await open(`/processes/docs/${code}/edit`)
    await page.getByText('No errors').waitFor()
    await select('pay')
    await page.getByRole('heading', { name: 'Pay', exact: true }).waitFor()
    await type(page.getByRole('region', { name: 'Properties' }).getByLabel('Name', { exact: true }).first(), 'Transfer')
    await page.keyboard.press('Tab')
    await page.getByText('Draft saved').waitFor()
    await press(page.getByRole('button', { name: 'Publish', exact: true }))
    const dialog = page.getByRole('dialog')
    await type(dialog.getByLabel('Comment'), 'A better name')
    await press(dialog.getByRole('button', { name: 'Publish' }))
    await page.getByText('Version 2 was published').waitFor()
    const { body } = await administrator.call('GET', `/api/v1/processes/docs/${code}/versions`)
    assert.deepEqual([body.versions[0].version, body.versions[0].comment], [2, 'A better name'])
    const file = await administrator.call('GET', `/api/v1/processes/docs/${code}/versions/2/bpmn`)
    assert.match(JSON.stringify(file.body), /Transfer/)
  },
}

/** The administrator draws a process. */
export const administratorDraws: Journey = {
  title: 'an administrator draws a process from nothing and publishes it',
  async play({ office, mark, enter }) {
    const administrator = await office.person({ lastname: 'Orlova', administrator: true })
    const code = `drawn_${mark}`
    const { page, open, press, enter: type, append } = await enter(administrator)
    await open('/processes/new')
    await type(page.getByLabel('Name of the process'), code)
    await press(page.getByRole('button', { name: 'Draw' }))
    const palette = page.getByRole('toolbar', { name: 'Elements to draw' })
    const count = await append('start', palette.getByRole('button', { name: 'script', exact: true }))
    const properties = page.getByRole('region', { name: 'Properties' })
    await type(properties.getByLabel('Name', { exact: true }).first(), 'Count')
    await type(properties.getByLabel('Script (JavaScript)'), '1 + 1')
    await page.keyboard.press('Tab')
    await append(count, palette.getByRole('button', { name: 'end', exact: true }))
    await page.getByText('No errors').waitFor()
    await page.getByText('Draft saved').waitFor()
    await press(page.getByRole('button', { name: 'Publish', exact: true }))
    await press(page.getByRole('dialog').getByRole('button', { name: 'Publish' }))
    await page.getByText('Version 1 was published').waitFor()
    const file = await administrator.call(
      'GET',
      `/api/v1/processes/${new URL(page.url()).pathname.split('/').at(-2)}/${code}/versions/1/bpmn`,
    )
    const flows = JSON.stringify(file.body).match(/<bpmn:sequenceFlow /g) ?? []
    assert.equal(flows.length, 2)
    assert.match(JSON.stringify(file.body), /scriptTask id=[^>]*name=.{1,2}Count/)
  },
}

/** The administrator arranges a form. */
export const administratorArranges: Journey = {
  title: 'an administrator puts fields of a form in a section, and a clerk sees them in that order',
  async play({ office, mark, enter }) {
    const administrator = await office.person({ lastname: 'Orlova', administrator: true })
    const namespace = `forms_${mark}`
    await deployOrders(administrator.call, namespace)
    const { page, open, press, enter: type, tick, settled } = await enter(administrator)
    const rows = page.getByRole('list', { name: 'Create' })
    const row = (name: string) => rows.getByRole('button', { name: new RegExp(`^${name} `) })
    await open(`/apps/${namespace}/orders/design`)
    await press(page.getByRole('tab', { name: 'Forms' }))
    await press(page.getByRole('button', { name: 'Arrange the form' }))
    await press(page.getByRole('button', { name: 'Add a section' }))
    await type(page.getByLabel('Title of the section'), 'Parties')
    await press(row('Parties'))
    for (let step = 0; step < 4; step++) await page.keyboard.press('Alt+ArrowUp')
    await press(row('Buyer'))
    await page.keyboard.press('Alt+ArrowUp')
    await press(row('Note'))
    for (let step = 0; step < 2; step++) await page.keyboard.press('Alt+ArrowUp')
    await tick(page.getByRole('checkbox', { name: 'Required' }))
    await press(row('Amount'))
    await press(page.getByRole('button', { name: 'Leave out' }))
    await page.getByRole('button', { name: 'Add Amount' }).waitFor()
    await press(page.getByRole('button', { name: 'Review changes…' }))
    const dialog = page.getByRole('dialog')
    await dialog.getByText('describes the create form; fields in it: 4').waitFor()
    await press(dialog.getByRole('button', { name: 'Apply' }))
    await page.getByText('The application was changed').waitFor()
    await settled()

    const clerk = await enter(await office.person({ lastname: 'Sokolova' }))
    await clerk.open(`/apps/${namespace}/orders/new`)
    const codes = await clerk.page
      .locator('form [data-field]')
      .evaluateAll((all) => all.map((one) => one.dataset.field))
    assert.deepEqual(codes, ['number', 'buyer', 'note', 'origin'])
    const parties = clerk.page.getByRole('group', { name: 'Parties' })
    assert.equal(await parties.locator('[data-field]').count(), 2)
    await clerk.enter(clerk.page.getByLabel('Number'), mark)
    await clerk.press(clerk.page.getByRole('button', { name: 'Create', exact: true }))
    await parties.locator('[data-field=note][aria-invalid=true]').waitFor()
    await clerk.enter(parties.getByLabel('Note'), 'Soon')
    await clerk.press(clerk.page.getByRole('button', { name: 'Create', exact: true }))
    await clerk.page.getByRole('heading', { name: `Order ${mark}` }).waitFor()
    await clerk.page.getByRole('region', { name: 'Parties' }).getByText('Soon').waitFor()
    await clerk.press(clerk.page.getByText(/^\d+ empty fields?$/))
    await clerk.page.getByRole('main').getByText('Amount').waitFor()
  },
}
