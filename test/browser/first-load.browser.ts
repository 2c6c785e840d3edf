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
  it('asks for the workspace and loads its own scripts before its texts have arrived', async () => {
    const { page, settled } = await office.signedIn(await office.person({ administrator: true }), {})
    const released = Promise.withResolvers<void>()
    await page.route(/\/(first|more)-[^/]*\.js$/, async (route) => {
      await released.promise
      await route.fallback()
    })
    const workspace = page.waitForRequest(/\/api\/v1\/workspace$/)
    const script = page.waitForRequest(/\/tasks\.page-[^/]*\.js$/)
    await page.goto(`${office.server().url}/console/tasks`, { waitUntil: 'commit' })
    await Promise.all([workspace, script])
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 0)
    released.resolve()
    await page.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor()
    await settled()
  })

  it('does not ask for the workspace when it is the sign-in page', async () => {
    const { page, open } = await office.visit({})
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/workspace')) asked += 1
    })
    await open('/sign-in')
    assert.equal(asked, 0)
  })
})
