import type { Page } from 'playwright-core'

/** Answers to requests that are held back. */
export interface Held {
  /** Resolves when the server has answered the first of the requests. */
  readonly answered: Promise<void>
  release(): void
}

/** Holds the answers to requests whose method and address match, until they are released. */
export async function hold(page: Page, matched: RegExp): Promise<Held> {
  const [answered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(
    () => true,
    async (route) => {
      const request = route.request()
      if (!matched.test(`${request.method()} ${request.url()}`)) return route.fallback()
      const response = await route.fetch()
      answered.resolve()
      await released.promise
      await route.fulfill({ response })
    },
  )
  return { answered: answered.promise, release: () => released.resolve() }
}

/** Holds the answer to the first request with a matching address; later requests are answered at once. */
export async function holdFirst(page: Page, address: RegExp): Promise<Held> {
  const [answered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  await page.route(address, async (route) => {
    const isFirst = ++count === 1
    const response = await route.fetch()
    if (isFirst) answered.resolve()
    if (isFirst) await released.promise
    await route.fulfill({ response })
  })
  return { answered: answered.promise, release: () => released.resolve() }
}
