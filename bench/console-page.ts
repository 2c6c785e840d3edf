import type { launchChromium } from '../test/browser/chromium.ts'

type Browser = Awaited<ReturnType<typeof launchChromium>>
export type Page = Awaited<ReturnType<Browser['newPage']>>

/** Milliseconds that a page takes from the navigation to its first paint, and until its list can be read. */
export interface Load {
  readonly paintMs: number
  readonly readableMs: number
}

const helpers = `
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const rowsOf = () => document.querySelector('tbody:not([aria-hidden])')
  const firstRow = () => rowsOf()?.rows[0]?.dataset.key
  const until = async (isDone) => { while (!isDone()) await frame() }`

const run = <Result>(page: Page, body: string): Promise<Result> =>
  page.evaluate<Result>(`(async () => { ${helpers}\n${body} })()`)

/** Opens an address and waits until rows are drawn; an address without a list ends with its first paint. */
export async function loadPage(page: Page, url: string, hasList: boolean): Promise<Load> {
  await page.goto(url, { waitUntil: 'commit' })
  return run(
    page,
    `${hasList ? `await until(firstRow)` : ''}
    const readableMs = await painted()
    const [paint] = await new Promise((done) => new PerformanceObserver((list) => done(list.getEntries()))
      .observe({ type: 'paint', buffered: true }))
    return { paintMs: paint.startTime, readableMs }`,
  )
}

/** Returns the CPU time in milliseconds that the main thread of the page takes for `work`. */
export async function cpuMs(page: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const takenSeconds = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  const before = await takenSeconds()
  await work()
  const after = await takenSeconds()
  await session.detach()
  return (after - before) * 1000
}

/** Milliseconds from the click on "next page" until the rows are drawn. */
export interface Turn {
  /** Milliseconds of the request alone, measured by the browser. */
  readonly requestMs: number
  readonly answerToPaintMs: number
  readonly clickToPaintMs: number
}

/** Turns to the next page of the list, by the button of the pager. */
export function turnPage(page: Page): Promise<Turn> {
  return run(
    page,
    `const before = firstRow()
    performance.clearResourceTimings()
    const clickedMs = performance.now()
    document.querySelector('button[aria-label="Next page"]').click()
    await until(() => firstRow() !== undefined && firstRow() !== before)
    const paintedMs = await painted()
    const request = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/list'))[0]
    return {
      requestMs: request.responseEnd - request.startTime,
      answerToPaintMs: paintedMs - request.responseEnd,
      clickToPaintMs: paintedMs - clickedMs,
    }`,
  )
}

/** Presses a key many times and returns how long each press takes until the next paint, in milliseconds. */
export async function pressKeys(page: Page, key: string, count: number): Promise<number[]> {
  await page.evaluate(`globalThis.pressTimes = []
    addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() =>
      setTimeout(() => globalThis.pressTimes.push(performance.now() - timeStamp))), true)`)
  for (let pressed = 0; pressed < count; pressed++) {
    await page.keyboard.press(key)
    await run(page, `await until(() => globalThis.pressTimes.length > ${pressed})`)
  }
  return page.evaluate<number[]>('globalThis.pressTimes')
}

/** Measurements of a browser while a page scrolls for some seconds. */
export interface Scroll {
  /** Milliseconds between two frames. */
  readonly framesMs: readonly number[]
  /** Milliseconds of the tasks that block the page for 50 ms or more. */
  readonly longTasksMs: readonly number[]
}

/** Scrolls a list, or the whole page when there is none, up and down for some seconds. */
export function scrollPage(page: Page, seconds: number): Promise<Scroll> {
  return run(
    page,
    `const table = rowsOf()?.closest('table').parentElement
    if (!table) document.body.style.height = '8000px'
    const scroller = table ?? document.scrollingElement
    const longTasksMs = []
    const observer = new PerformanceObserver((list) => longTasksMs.push(...list.getEntries().map((one) => one.duration)))
    observer.observe({ type: 'longtask' })
    const framesMs = []
    let step = 40
    const beganMs = performance.now()
    for (let lastMs = beganMs; lastMs - beganMs < ${seconds * 1000}; ) {
      const before = scroller.scrollTop
      scroller.scrollTop += step
      if (scroller.scrollTop === before) step = -step
      await frame()
      const nowMs = performance.now()
      framesMs.push(nowMs - lastMs)
      lastMs = nowMs
    }
    observer.disconnect()
    return { framesMs, longTasksMs }`,
  )
}
