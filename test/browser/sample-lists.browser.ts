// Runs on the embedded database only: these pages show the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startSample } from './console-server.ts'
import { useConsole } from './use-console.ts'

// The Russian sample has the longest values.
const sample = useConsole(() => startSample('ru'))
const lists = ['docs/incoming', 'docs/outgoing', 'docs/orders', 'legal/contracts', 'buy/requests', 'ref/counterparties']
const widths = `[document.querySelector('div:has(> table)')].map((list) => [list.scrollWidth, list.clientWidth])[0]`

describe('the default columns of the sample fit in a window of 1440 pixels without scrolling', () => {
  for (const language of ['en', 'ru'])
    it(`in the language ${language}`, async () => {
      const { page, open, settings } = await sample.signedIn(await sample.person({ administrator: true }))
      await open('/home')
      await settings({ language })
      const tooWide: string[] = []
      for (const list of lists) {
        await open(`/apps/${list}`)
        await page.locator('tbody td[data-main]').first().waitFor()
        const [needed, available] = await page.evaluate<[number, number]>(widths)
        if (needed > available) tooWide.push(`${list} needs ${needed} px of ${available}`)
      }
      assert.deepEqual(tooWide, [])
    })
})
