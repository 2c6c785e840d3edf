// Runs on the embedded database only: what a page loads is the same with every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { useConsole } from './use-console.ts'

const office = useConsole()
/** Browsers load six files at a time over HTTP/1.1. This number includes what the console loads after the first page. */
const maxScripts = 20

/** Returns the scripts that a page loads from now on. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  return scripts
}

describe('the first page', () => {
  for (const path of ['/tasks', '/apps/ref/counterparties/new'])
    it(`loads few scripts at ${path}`, async () => {
      // Options open a tab of its own, so the page is not in the cache of the browser.
      const { page, open } = await office.signedIn(await office.person({ administrator: true }), {})
      const scripts = scriptsOf(page)
      await open(path)
      assert.ok(scripts.length > 0)
      assert.ok(scripts.length <= maxScripts, `${scripts.length} scripts:\n${scripts.join('\n')}`)
    })
})
