import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { zipFolder } from '../src/cli/solution-zip.ts'
import { median } from './figures.ts'
import { mannWhitney } from './mann-whitney.ts'
import { openBenchDatabase } from './postgres.ts'
import { type Subject, startSubject } from './subject.ts'

const help = `node bench/look-alike.ts [--pairs 2000] [--sign-ins 100] [--database embedded|postgres]

Measures whether response times reveal what the responses hide: that an element exists although the caller may not see
it, or that a login exists. Requests hidden and missing objects in turn; a p below 0.01 means that the times differ.`

const solution = fileURLToPath(new URL('../test/solutions/guarded', import.meta.url))
const password = 'a password for the bench'
/** The number of failed attempts after which a login has to wait. */
const failuresAtOnce = 8

interface Answered {
  readonly status: number
  readonly body: { readonly id?: string; readonly token?: string; readonly item?: { readonly __id: string } }
}

type Send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answered>

function sender(url: string, token: string): Send {
  const signed = token === '' ? {} : { authorization: `Bearer ${token}` }
  return async (method, path, body, headers = {}) => {
    const sent =
      body === undefined
        ? {}
        : { body: body instanceof Uint8Array ? new Blob([new Uint8Array(body)]) : JSON.stringify(body) }
    const response = await fetch(`${url}${path}`, { method, headers: { ...signed, ...headers }, ...sent })
    return { status: response.status, body: (await response.json()) as Answered['body'] }
  }
}

/** Measures two sorts of requests in pairs, each pair in random order. Returns the times of both sorts in µs. */
async function race(
  pairs: number,
  sorts: readonly [() => Promise<unknown>, () => Promise<unknown>],
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  const time = async (sort: 0 | 1): Promise<void> => {
    const beganNs = process.hrtime.bigint()
    await sorts[sort]()
    times[sort].push(Number(process.hrtime.bigint() - beganNs) / 1000)
  }
  for (let pair = 0; pair < pairs; pair++) {
    const first = Math.random() < 0.5 ? 0 : 1
    await time(first)
    await time(first === 0 ? 1 : 0)
  }
  return times
}

function report(what: string, [sort, other]: readonly [string, string], [a, b]: readonly [number[], number[]]): void {
  const us = (times: number[]) => `${Math.round(median(times))} µs`
  const p = mannWhitney(a, b)
  console.log(
    `${p < 0.01 ? 'TOLD APART' : 'alike     '}  p ${p.toFixed(4)}  ${what}: ${sort} ${us(a)}, ${other} ${us(b)}`,
  )
  if (p < 0.01) process.exitCode = 1
}

async function raceElements({ url, token }: Subject, pairs: number): Promise<void> {
  const [admin, cases] = [sender(url, token), '/pub/v1/app/law/cases']
  await expect(200, admin('POST', '/api/v1/solutions/apply', await zipFolder(solution)))
  await expect(200, admin('POST', '/api/v1/users', { login: 'reader' }))
  const made = await expect(200, admin('POST', '/api/v1/tokens', { name: 'reader', login: 'reader' }))
  const reader = sender(url, made.token!)
  const ids: string[] = []
  for (let count = 0; count < 500; count++) {
    const { item } = await expect(200, admin('POST', `${cases}/create`, { context: { kind: 'secret' } }))
    ids.push(item!.__id)
  }
  // Ids next to existing ones, so that the index is read in the same places. They are made here, since making them
  // takes time too.
  const near = ids.map((id) => id.slice(0, -4) + randomUUID().slice(-4))
  const operations: readonly [string, (id: string) => ReturnType<Send>][] = [
    ['get', (id) => reader('GET', `${cases}/${id}/get`)],
    ['update', (id) => reader('POST', `${cases}/${id}/update`, { context: { title: 'mine' } })],
    ['set-status', (id) => reader('POST', `${cases}/${id}/set-status`, { status: { code: 'public' } })],
    ['history', (id) => reader('GET', `/api/v1/elements/law/cases/${id}/history`)],
    ['grants', (id) => reader('GET', `/api/v1/elements/law/cases/${id}/grants`)],
    ['explain', (id) => reader('GET', `/api/v1/access/explain?namespace=law&code=cases&id=${id}&right=view`)],
  ]
  const any = (of: readonly string[]): string => of[Math.floor(Math.random() * of.length)]!
  for (const [name, ask] of operations) {
    const sorts = [() => expect(404, ask(any(ids))), () => expect(404, ask(any(near)))] as const
    await race(Math.min(pairs, 300), sorts)
    report(name, ['forbidden', 'missing'], await race(pairs, sorts))
  }
}

async function raceSignIns({ url, token }: Subject, pairs: number): Promise<void> {
  const [admin, nobody] = [sender(url, token), sender(url, '')]
  const { id } = await expect(200, admin('POST', '/api/v1/users', { login: 'somebody' }))
  const wrong = { password: `${password}!` }
  const times: [number[], number[]] = [[], []]
  for (let round = 0; times[0].length < pairs; round++) {
    // Setting the password unlocks the login. Each round comes from a new address and tries a new unknown name.
    await expect(200, admin('PUT', `/api/v1/users/${id}/password`, { password }))
    const headers = { 'x-forwarded-for': `10.0.${round >> 8}.${round & 255}` }
    const signIn = (login: string) => () => expect(401, nobody('POST', '/api/v1/sign-in', { login, ...wrong }, headers))
    const count = Math.min(failuresAtOnce, pairs - times[0].length)
    const [known, unknown] = await race(count, [signIn('somebody'), signIn(`nobody${String(round).padStart(2, '0')}`)])
    times[0].push(...known)
    times[1].push(...unknown)
  }
  report('sign-in', ['a wrong password', 'an unknown login'], times)
}

async function expect(status: number, answer: Promise<Answered>): Promise<Answered['body']> {
  const answered = await answer
  if (answered.status === status) return answered.body
  throw new Error(`${answered.status} instead of ${status}: ${JSON.stringify(answered.body)}`)
}

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { pairs: text, 'sign-ins': text, database: text, help: { type: 'boolean' } } })
if (values.help) console.log(help)
else {
  await using stack = new AsyncDisposableStack()
  const dataDir = mkdtempSync(join(tmpdir(), 'chancery-look-alike-'))
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const url = process.env.BENCH_DATABASE_URL
  const database = values.database === 'postgres' ? stack.use((await openBenchDatabase(url))!) : undefined
  process.env.TRUSTED_PROXIES = '127.0.0.1'
  const subject = await startSubject({ dataDir, databaseUrl: database?.url, profileDir: undefined })
  stack.use(subject)
  await raceElements(subject, Number(values.pairs ?? 2000))
  await raceSignIns(subject, Number(values['sign-ins'] ?? 100))
}
