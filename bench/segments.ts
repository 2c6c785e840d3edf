import { median } from './figures.ts'
import { readOptions } from './options.ts'
import { headOf, keepResults } from './results.ts'
import { setUp } from './setup.ts'
import type { Subject } from './subject.ts'

// Measures adding 10,000 subscribers to a segment in one request.

const members = 10_000
const maxMs = 2_000

const options = readOptions(process.argv.slice(2))
if (options === undefined) process.exit(0)

await using setup = await setUp({ ...options, rows: 100 })
const lines: string[] = []
for (const [side, subject] of [
  ['PostgreSQL', setup.postgres?.subject],
  ['embedded', setup.embedded?.subject],
] as const) {
  if (subject === undefined) continue
  const { ids, ms: creatingMs } = await createSubscribers(subject)
  const times: number[] = []
  for (let round = 0; round < options.rounds; round++) times.push(await fillSegment(subject, ids))
  const ms = median(times)
  const verdict = `≤ ${maxMs}${ms <= maxMs ? '' : `: missed by ${Math.ceil(ms - maxMs)}`}`
  const shown = `${Math.round(ms)} | ${Math.round(Math.min(...times))}–${Math.round(Math.max(...times))} | ${verdict}`
  lines.push(`| ${side} | ${shown} | ${Math.round(creatingMs)} |`)
}
const table = [
  `### Segments: ${members} subscribers`,
  '',
  '| database | added in one request, ms | spread | target | created in one request, ms |',
  '| --- | --- | --- | --- | --- |',
  ...lines,
  '',
].join('\n')
console.log(`\n${table}`)
const head = headOf(options, setup.postgres?.bench.version, setup.embedded?.version)
keepResults(options.resultsFile, 'segments', `${head}\n${table}`)

async function createSubscribers(subject: Subject): Promise<{ ids: string[]; ms: number }> {
  const subscribers = Array.from({ length: members }, (_, n) => ({
    email: `person${n}@bench.example`,
    consent: 'given',
  }))
  const { body, ms } = await send(subject, 'PUT', '/api/v1/marketing/subscribers', { subscribers })
  return { ids: (body.subscribers as { id: string }[]).map(({ id }) => id), ms }
}

/** Creates a segment, adds all subscribers and returns the time of adding in milliseconds. */
async function fillSegment(subject: Subject, ids: readonly string[]): Promise<number> {
  const created = await send(subject, 'PUT', '/pub/v1/marketing/segment', { name: 'bench' })
  const { __id } = created.body.segment as { __id: string }
  const { body, ms } = await send(subject, 'PATCH', `/pub/v1/marketing/segment/${__id}/subscribers/add`, { ids })
  if (body.changed !== members) throw new Error(`${body.changed} subscribers were added`)
  return ms
}

async function send({ url, token }: Subject, method: string, path: string, input: object) {
  const headers = { authorization: `Bearer ${token}` }
  const beganMs = performance.now()
  const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(input) })
  const body = (await response.json()) as Record<string, unknown>
  if (response.status !== 200) throw new Error(JSON.stringify(body))
  return { body, ms: performance.now() - beganMs }
}
