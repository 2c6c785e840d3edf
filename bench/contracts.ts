import { contractCode, prepareContract } from './contract-solution.ts'
import { median } from './figures.ts'
import { readOptions } from './options.ts'
import { records } from './record.ts'
import { headOf, keepResults } from './results.ts'
import { setUp } from './setup.ts'
import type { Subject } from './subject.ts'
import { fillTemplate } from './template.ts'

// Measures the list of a contract over four applications, compared with the same list of one of these applications.

const page = { active: true, size: 50 }
const by = (field: string, ascending: boolean) => ({ sortExpressions: [{ field, ascending }] })
/** The upper bound differs in each request and is above all values, so that no cached total applies. */
const anew = { filter: { tf: { paid: true, rating: { min: 4, max: '1@v@' } } } }

/** `most` is the highest acceptable duration of the contract's list, as a multiple of that of one application. */
const lists: readonly { title: string; body: object; most?: number }[] = [
  { title: 'newest first', body: page, most: 3 },
  { title: 'sorted by an indexed date, descending', body: { ...page, ...by('due', false) }, most: 3 },
  { title: 'sorted by an indexed number, ascending', body: { ...page, ...by('amount', true) }, most: 3 },
  { title: 'from 5,000', body: { ...page, from: 5_000 } },
  { title: 'a searched text', body: { ...page, filter: { tf: { title: 'lot 777' } } } },
  { title: 'filtered by two fields, new filter in each request', body: { ...page, ...anew } },
  { title: 'sorted by a field without an index', body: { ...page, ...by('weight', true) } },
]

const options = readOptions(process.argv.slice(2))
if (options === undefined) process.exit(0)
const { rows, rounds } = options
const requestsInRound = 5
/** The next number for `@v@`. */
let nextV = 1_000_000_000

await using setup = await setUp({ ...options, prepare: (database) => prepareContract(database, rows) })
const sides = [
  ['PostgreSQL', setup.postgres?.subject],
  ['embedded', setup.embedded?.subject],
] as const
const lines: string[] = []
for (const [side, subject] of sides) if (subject !== undefined) lines.push(...(await measureSide(side, subject)))
const table = [
  `### Lists of 50: a contract over four applications of ${rows} elements, beside one of the applications`,
  '',
  'One request after the other; medians in milliseconds.',
  '',
  '| database | list | one application | contract | times as long | target |',
  '| --- | --- | --- | --- | --- | --- |',
  ...lines,
  '',
].join('\n')
console.log(`\n${table}`)
const head = headOf(options, setup.postgres?.bench.version, setup.embedded?.version)
keepResults(options.resultsFile, 'contracts', `${head}\n${table}`)

async function measureSide(side: string, subject: Subject): Promise<string[]> {
  const found: string[] = []
  for (const { title, body, most } of lists) {
    const [one, all] = (await alternate(subject, body)).map(median) as [number, number]
    const times = all / one
    const target = most === undefined ? '' : times <= most ? `≤ ${most}` : `≤ ${most}: missed`
    found.push(`| ${[side, title, one.toFixed(1), all.toFixed(1), `**${times.toFixed(2)}**`, target].join(' | ')} |`)
    console.log(found.at(-1))
  }
  return found
}

/** Returns the durations of the lists in milliseconds: first those of one application, then those of the contract. */
async function alternate(subject: Subject, body: object): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  const paths = [
    `/pub/v1/app/${records.namespace}/${records.code}/list`,
    `/pub/v1/contracts/${records.namespace}/${contractCode}/list`,
  ]
  for (let round = -1; round < rounds; round++) {
    for (const [side, path] of paths.entries()) {
      for (let request = 0; request < requestsInRound; request++) {
        const beganMs = performance.now()
        await ask(subject, path, body)
        // The first round is a warm-up and is not counted.
        if (round >= 0) times[side]!.push(performance.now() - beganMs)
      }
    }
  }
  return times
}

async function ask({ url, token }: Subject, path: string, body: object): Promise<void> {
  const text = fillTemplate(JSON.stringify(body), { n: 1, v: nextV++ }).replace(/"(1\d{10})"/, '$1')
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: text,
  })
  const answer = await response.text()
  if (response.status !== 200 || !/"total":[1-9]/.test(answer)) throw new Error(`${path}: ${answer.slice(0, 300)}`)
}
