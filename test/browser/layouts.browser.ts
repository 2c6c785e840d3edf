// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Request } from 'playwright-core'
import { assertDone } from '../everything.ts'
import { officeActivity } from './office-activity.ts'
import { incomingCase, registered, registrarOf } from './records.fixture.ts'
import { type ConsolePage, type Person, useConsole } from './use-console.ts'

const office = useConsole()
/** A window of its own, so that no other test prints or observes. */
const ownWindow = { viewport: { width: 1440, height: 900 } }
let manager: Person
before(async () => {
  manager = await office.person({ lastname: 'Mironova', administrator: true })
})

describe('a list', () => {
  const name = 'A company whose name is so long that it takes several lines on the screen of a phone'
  const list = '/apps/ref/counterparties?q=several'
  before(async () => {
    const context = { __name: name, tax_id: '7811000777', region: '77', kind: 'supplier' }
    assertDone(await office.server().call('POST', '/pub/v1/app/ref/counterparties/create', { context }))
  })

  it('shades the edge beyond which it has more columns', async () => {
    const { page, open } = await office.signedIn(manager, { viewport: { width: 640, height: 700 } })
    await open(list)
    const more = (edge: string) => page.locator(`div[data-more=${edge}]:has(> table)`)
    await more('end').waitFor()
    await page.evaluate("document.querySelector('div:has(> table)').scrollTo(9999, 0)")
    await more('start').waitFor()
    await page.setViewportSize({ width: 2400, height: 700 })
    await page.locator('div:not([data-more]) > table').waitFor()
  })

  it('keeps the check box beside the title, and values beside their labels, on a phone', async () => {
    const { page, open } = await office.signedIn(manager, { viewport: { width: 320, height: 740 } })
    await open(list)
    await page.getByRole('gridcell', { name }).waitFor()
    const boxes = `const boxOf = (cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getBoundingClientRect()
    }`
    const [textEnd, boxStart] = await page.evaluate<[number, number]>(`(() => {
      ${boxes}
      const cell = document.querySelector('tbody td[data-main]')
      return [boxOf(cell).right, cell.parentElement.querySelector('input').getBoundingClientRect().left]
    })()`)
    assert.ok(textEnd <= boxStart, `the title ends at ${textEnd}, the box begins at ${boxStart}`)
    const starts = await page.evaluate<number[]>(`(() => {
      ${boxes}
      return [...document.querySelectorAll('tbody td[data-title]:not([data-main])')]
        .filter((cell) => cell.firstChild)
        .map((cell) => Math.round(boxOf(cell).left - cell.getBoundingClientRect().left))
    })()`)
    assert.ok(starts.length > 0 && starts.every((start) => start > 80), String(starts))
  })
})

describe('the navigation', () => {
  it('shows the way to the reports in a window of 900 pixels without scrolling', async () => {
    const { page, open } = await office.signedIn(manager, ownWindow)
    await open('/tasks')
    const link = page.getByRole('navigation').getByRole('link', { name: 'Reports', exact: true })
    const { y, height } = (await link.boundingBox())!
    assert.ok(y >= 0 && y + height <= ownWindow.viewport.height, `from ${y} to ${y + height}`)
  })
})

const observeShifts = `window.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift += entry.value
  }).observe({ type: 'layout-shift' })`
const someFrames = `new Promise((done) => {
  const next = (left) => (left === 0 ? done() : requestAnimationFrame(() => next(left - 1)))
  next(10)
})`

/** Opens a page on a phone; the answer `late` comes after all others are shown. Returns the layout shift. */
async function shiftOnPhone(path: string, late: RegExp): Promise<number> {
  const { page, open } = await office.signedIn(manager, { viewport: { width: 412, height: 823 } })
  await page.addInitScript(observeShifts)
  const others = new Set<Request>()
  page.on('request', (request) => {
    // The stream of live updates does not end.
    if (!late.test(request.url()) && !request.url().includes('/api/v1/events')) others.add(request)
  })
  page.on('requestfinished', (request) => others.delete(request))
  page.on('requestfailed', (request) => others.delete(request))
  let wasLate = false
  await page.route(late, async (route) => {
    wasLate = true
    do await page.evaluate(someFrames)
    while (others.size > 0)
    await route.continue()
  })
  await open(path)
  assert.ok(wasLate)
  return page.evaluate<number>('window.shift')
}

describe('on a phone, nothing that is shown moves when an answer arrives last', () => {
  let element = ''
  before(async () => {
    const created = await office
      .server()
      .call('POST', '/pub/v1/app/docs/incoming/create', { context: { subject: 'A letter' } })
    assertDone(created)
    element = created.body.item.__id
  })
  const late: readonly (readonly [string, () => string, RegExp])[] = [
    ['what the user may do with an element', () => `/apps/docs/incoming/${element}`, /\/capabilities\b/],
    ['the state of the server', () => '/admin/system', /\/api\/v1\/system$/],
  ]
  for (const [name, path, address] of late)
    it(name, async () => {
      const shift = await shiftOnPhone(path(), address)
      assert.ok(shift <= 0.02, `the layout shift is ${shift}`)
    })
})

describe('the page of a report', () => {
  it('moves nothing that is already shown while its parts arrive', async () => {
    await officeActivity(office, manager)
    const { page, open, settled } = await office.signedIn(manager, ownWindow)
    await open('/reports')
    await page.addInitScript(observeShifts)
    await page.evaluate(observeShifts)
    const shift = () => page.evaluate<number>('window.shift')
    // Each answer waits until what stands in for it is on the screen: for a report that was chosen in the list its entry
    // there, otherwise a skeleton.
    const skeleton = page.locator('[aria-busy=true][data-visible]')
    let forReport = page.getByRole('heading', { name: 'Execution discipline' })
    await page.route(/\/api\/v1\/reports\/system/, async (route) => {
      await forReport.waitFor()
      await route.continue()
    })
    await page.route(/\/pub\/v1\/.*execution_discipline\/list/, async (route) => {
      await skeleton.waitFor()
      await route.continue()
    })
    const columns = page.getByRole('columnheader', { name: 'Completed on time' })
    await page.getByRole('link', { name: 'Execution discipline' }).click()
    await columns.waitFor()
    await settled()
    assert.ok((await shift()) <= 0.02, `the layout shift from the list is ${await shift()}`)
    await page.getByRole('gridcell', { name: '—' }).first().waitFor()
    forReport = skeleton
    await page.reload()
    await columns.waitFor()
    await settled()
    assert.ok((await shift()) <= 0.02, `the layout shift after a reload is ${await shift()}`)
  })
})

describe('the pages of the administration', () => {
  for (const language of ['en', 'ru'])
    it(`have their links in one line in a window of 1024 pixels, language ${language}`, async () => {
      const narrow = { viewport: { width: 1024, height: 768 } }
      const { page, open, settings } = await office.signedIn(await office.person({ administrator: true }), narrow)
      await open('/admin/users')
      await settings({ language })
      const { height } = (await page.locator('header nav').boundingBox())!
      assert.ok(height < 40, `the links are ${height} px high`)
    })
})

describe('a message that the server cannot answer', () => {
  it('leaves the form when the server is back', async () => {
    const { page, open } = await office.signedIn(manager)
    await open('/apps/ref/counterparties/new')
    await page.getByLabel('Name').first().fill('A company that waits for the server')
    const everything = /\/(api|pub|health)\//
    await page.route(everything, (route) => route.fulfill({ status: 503 }))
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const message = page.locator('form').getByRole('alert')
    await message.waitFor()
    await page.unroute(everything)
    await message.waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Name').first().inputValue(), 'A company that waits for the server')
  })
})

describe('on paper', () => {
  const printed = async ({ page }: ConsolePage) => {
    await page.setViewportSize({ width: 718, height: 1000 })
    await page.emulateMedia({ media: 'print' })
    await page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
  }

  it('the card has its status, but no tabs', async () => {
    const made = await incomingCase(office)
    const petrova = await registrarOf(office, made)
    const { element } = await registered(petrova, made, 'A letter that is printed')
    const visit = await office.signedIn(petrova, ownWindow)
    await visit.open(`/apps/docs/incoming/${element.id}`)
    await printed(visit)
    await visit.page.locator('header li[aria-current=step]').waitFor()
    assert.equal(await visit.page.locator('header li:visible').count(), 1)
    assert.equal(await visit.page.getByRole('tab').count(), 0)
    await visit.page.emulateMedia({ media: null })
    await visit.page.getByRole('tab').first().waitFor()
  })

  it('the diagram of an instance is whole', async () => {
    const visit = await office.signedIn(manager, ownWindow)
    const { page, open } = visit
    const answer = await manager.call('POST', '/pub/v1/bpm/template/desk/check/run', { context: { who: [manager.id] } })
    assertDone(answer)
    await open(`/instances/${answer.body.context.__id}`)
    await page.locator('[data-drawn]').waitFor()
    await printed(visit)
    const ends = await page.evaluate<[number, number][]>(`
      [...document.querySelectorAll('.djs-element > .djs-visual')].map((part) => {
        const { left, right } = part.getBoundingClientRect()
        return [left, right]
      })`)
    assert.ok(ends.length > 3 && ends.every(([left, right]) => left >= 0 && right <= 718), JSON.stringify(ends))
    assert.ok(await page.getByText('Started by').isVisible())
  })
})
