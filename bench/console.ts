import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { launchChromium } from '../test/browser/chromium.ts'
import { startConsole } from '../test/browser/console-server.ts'
import { fillList, signIn } from './console-data.ts'
import { cpuMs, loadPage, type Page, pressKeys, scrollPage, type Turn, turnPage } from './console-page.ts'
import { median, spread } from './figures.ts'
import { keepResults, machineHead } from './results.ts'

const help = `node bench/console.ts [--rounds 5] [--rows 10000] [--results FILE]

Measures the console in Chromium against its budgets: first load, turning pages, key presses and scrolling of a list,
with the CPU of the browser as it is and slowed down four times. Each time stands beside that of an empty page of the
same server, or of the request alone, measured in the same round.`

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { rounds: text, rows: text, results: text, help: { type: 'boolean' } } })
if (values.help) {
  console.log(help)
  process.exit(0)
}
const rounds = Number(values.rounds ?? 5)
const rows = Number(values.rows ?? 10_000)
const resultsFile = values.results ?? fileURLToPath(new URL('results.md', import.meta.url))
const slowdowns = [1, 4] as const
const [keyCount, scrollSeconds, turnCount] = [40, 2, 4]

await using server = await startConsole()
await fillList(server.call, rows)
const browser = await launchChromium()
const list = `${server.url}/console/apps/ref/counterparties?sort=__name`
const empty = `${server.url}/health/live`

/** The figures of one measure; the entries with the same index are from the same round. */
interface Measure {
  readonly base: number[]
  readonly ours: number[]
}
const measures = new Map<string, Measure>()
const note = (name: string, slowdown: number, base: number, ours: number): void => {
  const key = `${name}|÷${slowdown}`
  const { base: bases, ours: all } = measures.getOrInsert(key, { base: [], ours: [] })
  bases.push(base)
  all.push(ours)
}

for (let round = 0; round < rounds; round++)
  for (const slowdown of slowdowns) {
    await measure(slowdown)
    console.log(`round ${round + 1} of ${rounds}, CPU ÷${slowdown}`)
  }
await browser.close()

/** Budgets in milliseconds: with the CPU at full speed, and with the CPU slowed down four times. */
const budgets: Readonly<Record<string, readonly [number, number | undefined]>> = {
  'first load: first paint, beside an empty page': [1000, 3000],
  'first load: list readable, beside an empty page': [2000, 5000],
  'page of 50: answer to paint, beside the request': [60, undefined],
  'page of 50: click to paint, beside the request': [150, undefined],
  'page of 200: answer to paint, beside the request': [150, undefined],
  'key press to paint, p95, beside an empty page': [100, 200],
  'scrolling 200 rows: frame, p95, beside an empty page': [50, 100],
  'scrolling 200 rows: longest task, beside an empty page': [50, undefined],
}

const table = [
  `### The console with a list of ${rows} elements, in milliseconds`,
  '',
  '| measure | CPU | base | console | ratio | spread | budget |',
  '| --- | --- | --- | --- | --- | --- | --- |',
  ...[...measures].map(lineOf),
  '',
].join('\n')
console.log(`\n${table}`)
const database = process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'embedded database'
const head = machineHead([`${database}; Chromium ${browser.version()}, without a window`])
keepResults(resultsFile, 'console', `${head}\n${rounds} rounds.\n\n${table}`)

function lineOf([key, { base, ours }]: readonly [string, Measure]): string {
  const [name = '', cpu = ''] = key.split('|')
  const budget = budgets[name]?.[cpu === '÷1' ? 0 : 1]
  const figure = median(ours)
  const [least, greatest] = spread(ours, base)
  const hasBase = base.every((one) => one > 0)
  return `| ${[
    ...[name, cpu, median(base).toFixed(0), figure.toFixed(0)],
    hasBase ? `**${(figure / median(base)).toFixed(1)}**` : '',
    hasBase ? `${least.toFixed(1)}–${greatest.toFixed(1)}` : '',
    verdictOf(figure, budget),
  ].join(' | ')} |`
}

function verdictOf(figure: number, budget: number | undefined): string {
  if (budget === undefined) return ''
  if (figure <= budget) return `≤ ${budget}`
  return figure <= 1.5 * budget ? `≤ ${budget}: above it` : `≤ ${budget}: missed`
}

async function measure(slowdown: number): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  try {
    await signIn(context.request, server.url)
    const blank = await slowedPage(await context.newPage(), slowdown)
    const page = await slowedPage(await context.newPage(), slowdown)

    const bareLoad = await loadPage(blank, empty, false)
    await page.bringToFront()
    const load = await loadPage(page, list, true)
    note('first load: first paint, beside an empty page', slowdown, bareLoad.paintMs, load.paintMs)
    note('first load: list readable, beside an empty page', slowdown, bareLoad.paintMs, load.readableMs)

    await page.waitForLoadState('networkidle').catch(() => undefined)
    await turnPages(page, 50, slowdown)
    const keys = await pressKeys(page, 'j', keyCount)
    await blank.bringToFront()
    const bareKeys = await pressKeys(blank, 'j', keyCount)
    note('key press to paint, p95, beside an empty page', slowdown, p95(bareKeys), p95(keys))

    const bareScroll = await scrollPage(blank, scrollSeconds)
    await page.bringToFront()
    await loadPage(page, `${list}&size=200`, true)
    await turnPages(page, 200, slowdown)
    const scroll = await scrollPage(page, scrollSeconds)
    const frames = [p95(bareScroll.framesMs), p95(scroll.framesMs)] as const
    note('scrolling 200 rows: frame, p95, beside an empty page', slowdown, ...frames)
    const longest = [Math.max(0, ...bareScroll.longTasksMs), Math.max(0, ...scroll.longTasksMs)] as const
    note('scrolling 200 rows: longest task, beside an empty page', slowdown, ...longest)
  } finally {
    await context.close()
  }
}

async function turnPages(page: Page, size: number, slowdown: number): Promise<void> {
  const turns: Turn[] = []
  const cpu: number[] = []
  for (let turn = 0; turn < turnCount; turn++) cpu.push(await cpuMs(page, async () => turns.push(await turnPage(page))))
  const requestMs = median(turns.map((turn) => turn.requestMs))
  const answerMs = median(turns.map((turn) => turn.answerToPaintMs))
  const clickMs = median(turns.map((turn) => turn.clickToPaintMs))
  note(`page of ${size}: answer to paint, beside the request`, slowdown, requestMs, answerMs)
  note(`page of ${size}: click to paint, beside the request`, slowdown, requestMs, clickMs)
  note(`page of ${size}: CPU time of the page`, slowdown, 0, median(cpu))
}

async function slowedPage(page: Page, rate: number): Promise<Page> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return page
}

function p95(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
}
