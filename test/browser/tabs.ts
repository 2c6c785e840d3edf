import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { isShared, whenDone } from '../sharing.ts'
import { launchChromium } from './chromium.ts'
import { shakenOptions, shakeSeed, slowDown } from './shake.ts'
import { reportViolations } from './watch-page.ts'

/** A page in its own browser context. */
export interface Tab {
  readonly page: Page
  readonly context: BrowserContext
  /** Whether other tests can use the tab too: it was opened without options, and late scripts are not part of the test. */
  readonly isReusable: boolean
}

/** Tabs of a browser. A tab that was used before loads the console in a third of the CPU time. */
export interface Tabs {
  take(options?: BrowserContextOptions): Promise<Tab>
  /** Removes everything that a test has left in a tab, so that the next test can use it. `url` is the server's URL. */
  giveBack(tab: Tab, url: string): Promise<void>
  close(): Promise<void>
}

let shared: Promise<Tabs> | undefined

/** Starts Chromium, or returns the tabs of the browser that an earlier test file of this process has started. */
export async function openTabs(): Promise<Tabs> {
  if (!isShared()) return tabsOf(await launchChromium())
  if (shared === undefined) {
    shared = launchChromium().then(tabsOf)
    whenDone(async () => (await shared!).close())
  }
  return { ...(await shared), close: async () => {} }
}

const viewport = { width: 1440, height: 900 }

function tabsOf(browser: Browser): Tabs {
  const free: Tab[] = []

  async function open(options: BrowserContextOptions | undefined): Promise<Tab> {
    const context = await browser.newContext({ locale: 'en-GB', viewport, ...(await shakenOptions()), ...options })
    context.setDefaultTimeout(60_000)
    slowDown(context)
    await context.addInitScript(reportViolations)
    const isReusable = options === undefined && shakeSeed === undefined
    return { context, page: await context.newPage(), isReusable }
  }

  return {
    take: async (options) => (options === undefined ? free.pop() : undefined) ?? (await open(options)),
    async giveBack(tab, url) {
      const { page, context, isReusable } = tab
      // What handlers of routes throw while their page is being closed would fail the test that runs then.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      if (!isReusable) return context.close()
      for (const other of context.pages()) if (other !== page) await other.close()
      // Going to another page of the same server keeps the browser process of the tab.
      await page.goto(`${url}/health/live`)
      await page.evaluate('localStorage.clear(); sessionStorage.clear()')
      await context.clearCookies()
      await page.setViewportSize(viewport)
      free.push(tab)
    },
    close: () => browser.close(),
  }
}
