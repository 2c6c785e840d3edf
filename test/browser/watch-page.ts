import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { ConsoleMessage, Page, Request, Response } from 'playwright-core'

/** A record of what happens on a page during a test. */
export interface Watch {
  /** Returns the number of requests without an answer, apart from the stream of live updates. */
  pending(): number
  /** Throws when the page has had any of the problems that `watchPage` looks for. */
  assertClean(): void
  end(): void
}

/** Script that reports violations of the content security policy as console errors, which `watchPage` sees. */
export const reportViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('violation of ' + event.violatedDirective + ' by ' + (event.blockedURI || event.sample)))`

const pollMs = 20
const longestWaitMs = 60_000

/**
 * Waits until an expression is true in the page. Playwright's own `waitForFunction` evaluates a text again for every
 * frame, and the content security policy of the console refuses that from the second frame on.
 */
export async function waitUntil(page: Page, expression: string): Promise<void> {
  for (const end = Date.now() + longestWaitMs; !(await page.evaluate(`!!(${expression})`)); await wait(pollMs))
    assert.ok(Date.now() < end, `never true: ${expression}`)
}

/** Returns whether a console error is a refused request. These errors do not count: Chromium always writes them. */
const isRefusal = (text: string): boolean => /^Failed to load resource: .* status of (4\d\d|503)\b/.test(text)

/**
 * Watches a page, which has to run the script `reportViolations`, for script errors, console errors, violations of the
 * content security policy, answers with status 500 and requests to other servers.
 */
export function watchPage(page: Page, url: string): Watch {
  const problems: string[] = []
  const waiting = new Set<Request>()
  const isStream = (request: Request): boolean => request.url().startsWith(`${url}/api/v1/events`)
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error' && !isRefusal(message.text())) problems.push(`console: ${message.text()}`)
  }
  const onError = (error: Error): void => void problems.push(`script: ${error.stack ?? error.message}`)
  const onRequest = (request: Request): void => {
    if (!isStream(request)) waiting.add(request)
    const { origin, protocol } = new URL(request.url())
    if (origin !== url && !['data:', 'blob:'].includes(protocol)) problems.push(`request to ${request.url()}`)
  }
  const onResponse = (response: Response): void => {
    if (response.status() === 500) problems.push(`500 from ${response.request().method()} ${response.url()}`)
  }
  const onEnd = (request: Request): void => void waiting.delete(request)
  page.on('console', onConsole).on('pageerror', onError).on('request', onRequest)
  page.on('requestfinished', onEnd).on('requestfailed', onEnd).on('response', onResponse)
  return {
    pending: () => waiting.size,
    assertClean: () => assert.deepEqual(problems.splice(0), [], `on ${page.url()}`),
    end() {
      page.off('console', onConsole).off('pageerror', onError).off('request', onRequest)
      page.off('requestfinished', onEnd).off('requestfailed', onEnd).off('response', onResponse)
    },
  }
}
