// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone } from '../everything.ts'
import { shot } from './shot.ts'
import { useConsole } from './use-console.ts'
import { waitUntil } from './watch-page.ts'

const office = useConsole()
const administrator = () => office.person({ lastname: 'Orlova', administrator: true })

describe('on a slow line', () => {
  it('the frame of the console is shown before its scripts and style sheets are there', async () => {
    const { page } = await office.signedIn(await administrator())
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(/\/console\/assets\/(?!first-page)/, async (route) => {
      await held
      await route.continue()
    })
    const opened = page.goto(`${office.server().url}/console/admin/system`)
    await page.getByText('Loading…').waitFor()
    const frame = page.locator('#first-page')
    // The style sheet of the frame can arrive after its text.
    await waitUntil(page, 'document.getElementById("first-page").offsetHeight === innerHeight')
    letGo()
    await opened
    await page.getByRole('heading', { level: 1 }).waitFor()
    await frame.waitFor({ state: 'detached' })
  })

  it('a script that cannot be loaded is reported, instead of a white page', async () => {
    const { page } = await office.signedIn(await administrator())
    await page.route(/\/console\/assets\/libraries/, (route) => route.fulfill({ status: 404 }))
    await page.goto(`${office.server().url}/console/admin/system`)
    await page.getByText('its scripts cannot be loaded').waitFor()
  })
})

describe('in a window of 480 by 300 pixels, as at a zoom of 300 %', () => {
  const small = { viewport: { width: 480, height: 300 } }

  it('lists have rows that can be reached by scrolling the page', async () => {
    const { call } = office.server()
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const context = { __name: `Zoomed ${number}`, tax_id: `78000000${number}` }
      assertDone(await call('POST', '/pub/v1/app/ref/counterparties/create', { context }))
    }
    const visit = await office.signedIn(await administrator(), small)
    const { page, open } = visit
    await open('/apps/ref/counterparties?q=Zoomed')
    for (const number of [1, 6]) {
      const row = page.getByRole('row', { name: new RegExp(`Zoomed ${number}`) })
      await row.scrollIntoViewIfNeeded()
      const { y, height } = (await row.boundingBox())!
      assert.ok(height > 20 && y >= 0 && y + height <= 300, `row ${number} is at ${y}, ${height} high`)
    }
    await page.getByRole('row', { name: /Zoomed 6/ }).click()
    const pane = page.getByRole('complementary')
    const { y } = (await pane.getByRole('heading', { name: 'Zoomed 6' }).boundingBox())!
    assert.ok(y >= 0 && y < 300, `the pane is at ${y}`)
    await shot(visit, 'low-window-pane')
  })

  for (const path of ['/tasks', '/records/journal', '/processes', '/admin/users', '/files'])
    it(`everything on ${path} can be reached by scrolling`, async () => {
      const visit = await office.signedIn(await administrator(), small)
      const { page, open } = visit
      await open(path)
      await shot(visit, `low-window${path.replaceAll('/', '-')}`)
      const hidden = await page.evaluate<string[]>(`[...document.querySelectorAll('main, main *')]
        .filter((element) => {
          const { overflowY } = getComputedStyle(element)
          return ['hidden', 'clip'].includes(overflowY) && element.scrollHeight > element.clientHeight + 40
        })
        .map((element) => element.outerHTML.slice(0, 100))`)
      assert.deepEqual(hidden, [])
      assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 480)
    })
})
