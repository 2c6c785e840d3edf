// Runs on the embedded database only: what a page loads is the same with every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { openEvents } from '../../src/api/management/events/events.fixture.ts'
import { publishPurchase, startPurchase } from './purchase.fixture.ts'
import { type Person, useConsole } from './use-console.ts'
import { waitUntil } from './watch-page.ts'

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

/**
 * Script that keeps the newest stream of events in `newest`, and sets its `hasBegun` after the console has read what has
 * changed before. Leaves out the checkpoints that follow every 20 seconds, after which the console knows less about other
 * topics.
 */
const keepNewest = `window.EventSource = class extends EventSource {
  constructor(...given) {
    super(...given)
    window.newest = this
    super.addEventListener('watching', () => setTimeout(() => { this.hasBegun = true }))
  }
  addEventListener(type, ...given) {
    if (type !== 'checkpoint') super.addEventListener(type, ...given)
  }
}`

/** Waits until checkpoints are later than all changes so far: until no earlier transaction is running. */
async function untilQuiet({ login, call }: Person): Promise<void> {
  const { body } = await office.server().call('POST', '/api/v1/tokens', { name: 'events', login })
  const query = '?topics=application:ref.counterparties&since='
  for (let isQuiet = false; !isQuiet; ) {
    const { checkpoint } = (await call('GET', '/api/v1/workspace')).body
    await using stream = await openEvents(office.server().url, query + checkpoint, {
      authorization: `Bearer ${body.token}`,
    })
    isQuiet = (await stream.watching()).length === 0
  }
}

const follows = (topics: string | null): string =>
  `window.newest && new URL(newest.url).searchParams.get('topics') === ${JSON.stringify(topics)}`
/** Waits until the newest stream of a page is one that follows these topics. */
const opened = (page: Page, topics: string | null): Promise<void> => waitUntil(page, follows(topics))
/** Waits until the newest stream of a page follows these topics and has begun. */
const begun = (page: Page, topics: string | null): Promise<void> =>
  waitUntil(page, `${follows(topics)} && newest.hasBegun`)

/** Holds the streams of events of a page until the returned function is called. */
async function holdStreams(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/v1/events*', async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}

/** Returns the requests that a page sends to the API from now on, without the streams of events. */
function requestsOf(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/v1/') && pathname !== '/api/v1/events')
      requests.push(`${request.method()} ${pathname}${search} ${request.postData() ?? ''}`)
  })
  return requests
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

  it('asks for nothing twice when the stream of events begins, nor when a page of another topic is opened', async () => {
    const person = await office.person({ administrator: true })
    await untilQuiet(person)
    const { page, open, settled } = await office.signedIn(person, {})
    await page.addInitScript(keepNewest)
    const releaseFirst = await holdStreams(page)
    const requests = requestsOf(page)
    const assertOnce = async (list: string): Promise<void> => {
      await settled()
      const again = requests.filter((each, index) => requests.indexOf(each) < index)
      assert.deepEqual(again, [])
      assert.ok(requests.some((each) => each.startsWith(list)))
    }
    await open('/tasks')
    await opened(page, null)
    releaseFirst()
    await begun(page, null)
    await assertOnce('GET /api/v1/tasks?')
    requests.length = 0
    // A stream without the topic of the list, which a late schema lets begin, would make the list be read again.
    const releaseSecond = await holdStreams(page)
    await open('/apps/ref/counterparties')
    await opened(page, 'application:ref.counterparties')
    releaseSecond()
    await begun(page, 'application:ref.counterparties')
    await assertOnce('POST /api/v1/pub/app/ref/counterparties/list')
    await page.getByRole('link', { name: 'My tasks' }).click()
    await begun(page, null)
    await assertOnce('GET /api/v1/tasks?')
  })

  it('shows a task that was created after the tasks were read and before the stream of events begins', async () => {
    const person = await office.person({ administrator: true })
    await publishPurchase(person.call, 1, 'between')
    const { page, open } = await office.signedIn(person, {})
    const release = await holdStreams(page)
    await open('/tasks')
    await page.getByText('Nothing is waiting for you').waitFor()
    await startPurchase(person.call, { title: 'chairs', amount: '2000' }, 'between')
    release()
    await page.getByRole('row', { name: /Approve chairs/ }).waitFor()
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
