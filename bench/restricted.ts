import { applicationId } from '../src/data/applications/compile.ts'
import type { Database } from '../src/foundation/db/database.ts'
import { fillCrowd, giveHundredth } from './crowd.store.ts'
import { median, spread } from './figures.ts'
import type { Load } from './load.ts'
import { readOptions } from './options.ts'
import { runOwnLoad } from './own-load.ts'
import { records } from './record.ts'
import { headOf, keepResults } from './results.ts'
import { setUp } from './setup.ts'
import type { Subject } from './subject.ts'
import { elementId } from './template.ts'
import { runWrk } from './wrk.ts'

// Measures what access rules cost: the same request by an administrator, who sees all elements, and by a user who sees
// 1 %.

const crowd = { users: 10_000, groups: 1_000 }
const root = `/pub/v1/app/${records.namespace}/${records.code}`
const everything = ['view', 'create', 'edit', 'delete', 'import', 'export', 'access']
/** The outermost of five nested groups, so that the user belongs to it through four steps. */
const group = 'global.group6'

interface Shape {
  readonly title: string
  /** The access rules that let the user see 1 % of the elements. */
  readonly setting: object
  readonly login: string
}

const shapes: readonly Shape[] = [
  {
    title: 'a group five deep, where a field is equal',
    setting: { elements: [{ to: [group], may: everything, where: '[quantity] = 5' }] },
    login: 'user6',
  },
  { title: 'named in a field of users', setting: { elements: [{ to: ['$owner'], may: everything }] }, login: 'user6' },
  { title: 'given element by element', setting: { elements: [] }, login: 'user106' },
]

const operations: readonly { name: string; most: number; load: Pick<Load, 'method' | 'path' | 'body'> }[] = [
  {
    name: 'list of 50',
    most: 2,
    load: { method: 'POST', path: `${root}/list`, body: JSON.stringify({ active: true, size: 50 }) },
  },
  // Element 105 is visible to user 6 and to user 106, and its quantity is 5.
  { name: 'get', most: 1.2, load: { method: 'GET', path: `${root}/${elementId(105)}/get`, body: undefined } },
]

const options = readOptions(process.argv.slice(2))
if (options === undefined) process.exit(0)
const runLoad = options.generator === 'wrk' ? runWrk : runOwnLoad
const app = applicationId(records.namespace, records.code)

async function prepareCrowd(database: Database): Promise<void> {
  await fillCrowd(database, crowd)
  await giveHundredth(database, app, options!.rows)
}

await using setup = await setUp({ ...options, prepare: prepareCrowd })
const sides = [
  ['PostgreSQL', setup.postgres?.subject],
  ['embedded', setup.embedded?.subject],
] as const
const lines: string[] = []
for (const [side, subject] of sides) if (subject !== undefined) lines.push(...(await measureSide(side, subject)))
const table = [
  `### What access rules cost: 1 % of ${options.rows} elements is visible, of ${crowd.users} users and ${crowd.groups} groups`,
  '',
  '| database | rule | operation | unrestricted/s | restricted/s | cost | spread | target |',
  '| --- | --- | --- | --- | --- | --- | --- | --- |',
  ...lines,
  '',
].join('\n')
console.log(`\n${table}`)
keepResults(
  options.resultsFile,
  'restricted',
  `${headOf(options, setup.postgres?.bench.version, setup.embedded?.version)}\n${table}`,
)

async function measureSide(side: string, subject: Subject): Promise<string[]> {
  const found: string[] = []
  for (const { title, setting, login } of shapes) {
    const user = await tokenOf(subject, login)
    await call(subject, 'PUT', `/api/v1/applications/${records.namespace}/${records.code}/access`, setting)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    for (const { name, most, load } of operations) {
      const [free, bound] = await alternate(subject, user, load)
      const cost = median(free) / median(bound)
      const [least, greatest] = spread(free, bound)
      const verdict =
        cost <= most ? `≤ ${most.toFixed(1)}` : `≤ ${most.toFixed(1)}: missed by ${(cost - most).toFixed(2)}`
      const rates = [free, bound].map((rate) => String(Math.round(median(rate))))
      const cells = [
        side,
        title,
        name,
        ...rates,
        `**${cost.toFixed(2)}**`,
        `${least.toFixed(2)}–${greatest.toFixed(2)}`,
        verdict,
      ]
      found.push(`| ${cells.join(' | ')} |`)
      console.log(found.at(-1))
    }
  }
  return found
}

async function alternate(
  { url, token }: Subject,
  user: string,
  load: Pick<Load, 'method' | 'path' | 'body'>,
): Promise<[number[], number[]]> {
  const rates: [number[], number[]] = [[], []]
  const { rounds, seconds } = options!
  const run = (as: string, length: number) =>
    runLoad({ ...load, url, token: as, between: [1, 1], firstV: 1, seconds: length })
  await run(token, 1)
  await run(user, 1)
  for (let round = 0; round < rounds; round++) {
    rates[0].push(await run(token, seconds))
    rates[1].push(await run(user, seconds))
  }
  return rates
}

async function tokenOf(subject: Subject, login: string): Promise<string> {
  const answer = await call(subject, 'POST', '/api/v1/tokens', { name: 'bench', login })
  return (answer as { token: string }).token
}

async function call({ url, token }: Subject, method: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
