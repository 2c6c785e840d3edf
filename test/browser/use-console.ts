import { after, afterEach, before } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { newId } from '../../src/foundation/kit/ids.ts'
import { assertDone } from '../everything.ts'
import type { Body, Call } from '../platform.ts'
import type { ConsoleServer } from './console-server.ts'
import { startOffice } from './office-server.ts'
import { openTabs, type Tab, type Tabs } from './tabs.ts'
import { type Watch, watchPage } from './watch-page.ts'

/** A person who signs in with a password. */
export interface Person {
  readonly id: string
  readonly login: string
  /** Sends requests as this person, to prepare the data of a test. */
  readonly call: Call
}

type Settings = Partial<Record<'language' | 'timeZone' | 'theme' | 'density' | 'startPage', string | null>>

/** A page of the console, with its Playwright page. */
export interface ConsolePage {
  readonly page: Page
  /** Opens an address of the console, such as `/tasks`, and waits until it is settled. */
  open(path: string): Promise<void>
  /** Waits until no request is pending and no part of the page is busy. */
  settled(): Promise<void>
  /** Changes settings of the signed-in person and loads the page again. */
  settings(change: Settings): Promise<void>
}

export interface Console<Server extends ConsoleServer = ConsoleServer> {
  /** The server, with `call` for requests of the administrator. */
  server(): Server
  /** Creates a user with a password; `more` has further values, such as `lastname` or `administrator`. */
  person(more?: Body): Promise<Person>
  /** Opens a page without a sign-in. */
  visit(options?: BrowserContextOptions): Promise<ConsolePage>
  /** Opens a page in which the person is signed in. */
  signedIn(person: Person, options?: BrowserContextOptions): Promise<ConsolePage>
}

const password = 'a password for the browser'

/**
 * Starts a server, by `start`, and a browser for the tests of a file. After each test its pages are closed or emptied;
 * the test fails when a page had an error, violated the content security policy or sent a request to another server.
 */
export function useConsole(): Console
export function useConsole<Server extends ConsoleServer>(start: () => Promise<Server>): Console<Server>
export function useConsole(start: () => Promise<ConsoleServer> = startOffice): Console {
  let server: ConsoleServer
  let tabs: Tabs
  let visits: { tab: Tab; watch: Watch }[] = []
  before(async () => {
    server = await start()
    tabs = await openTabs()
  })
  afterEach(async (test) => {
    const ended = visits
    visits = []
    for (const { tab, watch } of ended) {
      watch.end()
      // The tab of a failed test may be in any state, so it is not used again.
      if ('passed' in test && test.passed) await tabs.giveBack(tab, server.url)
      else {
        await reportPage(tab.page)
        await tab.page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {})
        await tab.context.close()
      }
    }
    for (const { watch } of ended) watch.assertClean()
  })
  after(async () => {
    await tabs?.close()
    await server?.[Symbol.asyncDispose]()
  })

  async function visit(options?: BrowserContextOptions): Promise<ConsolePage> {
    const tab = await tabs.take(options)
    const { page, context } = tab
    const watch = watchPage(page, server.url)
    visits.push({ tab, watch })
    const settled = () => untilSettled(page, watch)
    return {
      page,
      settled,
      async open(path) {
        await page.goto(`${server.url}/console${path}`)
        await settled()
      },
      async settings(change) {
        const address = `${server.url}/api/v1/me/settings`
        const { settings } = await (await context.request.get(address)).json()
        const answer = await context.request.put(address, {
          data: { ...settings, ...change },
          headers: { origin: server.url },
        })
        if (!answer.ok()) throw new Error(await answer.text())
        await page.reload()
        await settled()
      },
    }
  }

  return {
    server: () => server,
    visit,
    async person(more = {}) {
      const login: string = more.login ?? `person-${newId()}`
      const created = await server.call('POST', '/api/v1/users', { ...more, login })
      assertDone(created)
      const { id } = created.body
      assertDone(await server.call('PUT', `/api/v1/users/${id}/password`, { password }))
      const token = await server.call('POST', '/api/v1/tokens', { name: 'test', login })
      return { id, login, call: server.as(token.body.token) }
    },
    async signedIn({ login }, options) {
      const page = await visit(options)
      const answer = await page.page.request.post(`${server.url}/api/v1/sign-in`, { data: { login, password } })
      if (!answer.ok()) throw new Error(await answer.text())
      return page
    },
  }
}

/** Writes the address and the text of a page on which a test has failed, because its picture is not kept. */
async function reportPage(page: Page): Promise<void> {
  const text = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String)
  console.error(`the page of the failed test was ${page.url()}\n${text}`)
}

const everyLook = ['en', 'ru'].flatMap((language) => ['light', 'dark'].map((theme) => ({ language, theme })))

/**
 * The looks in which every page is examined: combinations of language and theme. Screenshots are made in all four.
 * Otherwise two are examined, on PostgreSQL only the first, because no database changes how a page looks.
 */
export const looks = everyLook.filter(({ language, theme }) => {
  if (process.env.CONSOLE_SHOTS === '1') return true
  const isFirst = language === 'en' && theme === 'light'
  return isFirst || (!process.env.TEST_DATABASE_URL && language === 'ru' && theme === 'dark')
})

const isBusy = `document.querySelector('[aria-busy="true"]') !== null || document.querySelector('h1') === null`
/** How long a page may be busy before it counts as idle: an animation that never ends leaves no idle time. */
const maxIdleWaitMs = 5000
/** Waits for two frames with an idle page between them, because React divides long work between frames. */
const twoFrames = `new Promise((done) =>
  requestAnimationFrame(() => requestIdleCallback(() => requestAnimationFrame(() => done()), { timeout: ${maxIdleWaitMs} })))`
const maxWaitMs = 60_000

async function untilSettled(page: Page, watch: Watch): Promise<void> {
  const beganMs = performance.now()
  for (let calm = 0; calm < 2; ) {
    await page.evaluate(twoFrames).catch(() => {})
    const busy = watch.pending() > 0 || (await page.evaluate(isBusy).catch(() => true))
    calm = busy ? 0 : calm + 1
    if (performance.now() - beganMs > maxWaitMs)
      throw new Error(`${page.url()} is not settled: ${watch.pending()} requests, ${await page.evaluate(isBusy)}`)
  }
}
