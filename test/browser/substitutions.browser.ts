// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone } from '../everything.ts'
import { assertAccessible } from './accessible.ts'
import { shot } from './shot.ts'
import { looks, useConsole } from './use-console.ts'

const office = useConsole()
const administrator = () => office.person({ lastname: 'Orlova', firstname: 'Anna', administrator: true })

describe('substitutions', () => {
  it('a person enters an absence by keyboard, and the colleague sees who is substituted until the person ends it', async () => {
    const [away, colleague] = [
      await office.person({ lastname: 'Lebedeva' }),
      await office.person({ lastname: 'Strizhov' }),
    ]
    const { page, open, settled } = await office.signedIn(away)
    await open('/tasks')
    await page.getByRole('button', { name: 'Lebedeva' }).press('Enter')
    await page.getByRole('menuitem', { name: 'My absence' }).press('Enter')
    await page.getByRole('heading', { name: 'You have no substitute' }).waitFor()
    await page.getByRole('button', { name: 'Enter an absence' }).first().press('Enter')
    await page.getByRole('combobox', { name: 'Substitute' }).pressSequentially('Strizhov')
    await page.getByRole('option', { name: 'Strizhov' }).waitFor()
    await page.getByRole('option', { name: 'Administrator' }).waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Substitute' }).press('ArrowDown')
    await page.getByRole('combobox', { name: 'Substitute' }).press('Enter')
    const until = page.getByRole('textbox', { name: 'Until' })
    await until.fill('31.2.2030')
    await until.press('Tab')
    await page.getByText('Enter a date as YYYY-MM-DD').waitFor()
    await until.fill('14.2.2030')
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await page.getByRole('row', { name: /You.*Strizhov.*14 Feb 2030/ }).waitFor()
    const { body } = await away.call('GET', '/api/v1/substitutions')
    assert.deepEqual(
      body.result.result.map((each: Record<string, unknown>) => [each.principal, each.substitute, each.kind]),
      [[away.id, colleague.id, 'instead']],
    )

    const other = await office.signedIn(colleague)
    await other.open('/absence')
    await other.page.getByRole('row', { name: /Lebedeva.*You/ }).waitFor()
    assert.equal(await other.page.getByRole('button', { name: /^End/ }).count(), 0)

    await page.getByRole('button', { name: 'End the substitution by Strizhov' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).press('Enter')
    await page.getByRole('heading', { name: 'You have no substitute' }).waitFor()
    await page.getByRole('button', { name: /^Past/ }).press('Enter')
    await settled()
    await page.getByRole('row', { name: /You.*Strizhov/ }).waitFor()
  })

  it('an administrator plans a substitution for somebody else, with a day of the calendar', async () => {
    const principal = await office.person({ lastname: 'Otpuskov' })
    await office.person({ lastname: 'Dezhurnaya' })
    const { page, open } = await office.signedIn(await administrator())
    await open('/admin/substitutions?state=planned&new=true')
    for (const [label, name] of [
      ['Absent', 'Otpuskov'],
      ['Substitute', 'Dezhurnaya'],
    ] as const) {
      await page.getByRole('combobox', { name: label }).fill(name)
      await page.getByRole('option', { name }).click()
    }
    await page.getByRole('textbox', { name: 'From' }).fill('2030-02-01')
    await page.getByRole('button', { name: 'Calendar' }).first().click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    assert.equal(await page.getByRole('textbox', { name: 'From' }).inputValue(), '2030-02-08')
    await page.getByLabel('Both people').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const row = page.getByRole('row', { name: /Otpuskov.*Dezhurnaya.*Until it is ended.*Both people/ })
    await row.waitFor()
    const { body } = await principal.call('GET', '/api/v1/substitutions')
    assert.deepEqual([body.result.result.length, body.result.result[0].state], [1, 'planned'])
    await row.getByRole('button', { name: 'End the substitution by Dezhurnaya' }).click()
    await page.getByRole('dialog').getByText('The substitution will not begin.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  })

  it('the server explains under its field why a substitution is refused', async () => {
    const { page, open } = await office.signedIn(await office.person({ lastname: 'Speshin' }))
    await office.person({ lastname: 'Pomoshchnik' })
    await open('/absence?new=true')
    await page.getByRole('combobox', { name: 'Substitute' }).fill('Pomoshchnik')
    await page.getByRole('option', { name: 'Pomoshchnik' }).click()
    await page.getByRole('textbox', { name: 'Until' }).fill('2020-01-01')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('"until" is in the past').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Until' }).getAttribute('aria-invalid'), 'true')
  })

  it('the form warns of two people who substitute for each other at the same time, and does not refuse them', async () => {
    const [away, colleague] = [await office.person({ lastname: 'Zimin' }), await office.person({ lastname: 'Letova' })]
    const until = '2030-02-15T00:00:00Z'
    assertDone(await colleague.call('POST', '/api/v1/substitutions', { substitute: away.id, until }))
    const { page, open, settled } = await office.signedIn(away)
    await open('/absence?new=true')
    const from = page.getByRole('textbox', { name: 'From' })
    const warning = page.getByText('Letova is absent in this period, too')
    await from.fill('2030-03-01')
    await page.getByRole('combobox', { name: 'Substitute' }).fill('Letova')
    await page.getByRole('option', { name: 'Letova' }).click()
    await settled()
    assert.equal(await warning.count(), 0)
    await from.fill('2030-02-01')
    await from.blur()
    await warning.waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The substitution was created').waitFor()
  })

  for (const look of looks)
    it(`the pages have no barriers: ${look.language}, ${look.theme}`, async () => {
      const [away, colleague] = [
        await office.person({ lastname: 'Lebedeva', firstname: 'Olga' }),
        await office.person({ lastname: 'Strizhov', firstname: 'Pavel' }),
      ]
      await away.call('POST', '/api/v1/substitutions', {
        ...{ substitute: colleague.id, until: '2030-02-15T00:00:00Z', applications: ['docs.contracts'] },
      })
      const visits = [
        [await office.signedIn(await administrator()), '/admin/substitutions'],
        [await office.signedIn(away), '/absence'],
      ] as const
      for (const [visit, path] of visits) {
        await visit.open(path)
        await visit.settings(look)
        const name = `substitutions${path.replaceAll('/', '-')}-${look.language}-${look.theme}`
        await assertAccessible(visit)
        await shot(visit, name)
        await visit.open(`${path}?new=true&state=planned`)
        await visit.page
          .getByRole('button', { name: /Calendar|Календарь/ })
          .first()
          .click()
        await assertAccessible(visit)
        await shot(visit, `${name}-new`)
      }
    })

  it('the pages fit a window of 320 pixels', async () => {
    const visit = await office.signedIn(await administrator(), { viewport: { width: 320, height: 640 } })
    for (const path of ['/admin/substitutions', '/absence', '/absence?new=true']) {
      await visit.open(path)
      const width = await visit.page.evaluate<number>('document.documentElement.scrollWidth')
      assert.ok(width <= 320, `${path} is ${width} pixels wide`)
      await shot(visit, `substitutions${path.replaceAll(/\W/g, '-')}-narrow`)
    }
  })
})
