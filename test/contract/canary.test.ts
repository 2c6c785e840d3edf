// Takes long: it looks for secrets in the answers of every operation.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { operations } from '../../src/api/operations.ts'
import { sql, id as sqlId } from '../../src/foundation/db/sql.ts'
import type { Body } from '../platform.ts'
import { expectedOf, type State, states } from './matrix/cells.ts'
import type { Line } from './matrix/line.ts'
import { requestOf } from './matrix/request.ts'
import { type Actor, done, type Scene, startScene } from './matrix/scene.ts'
import { matrix } from './matrix.ts'

/** Recognizable secrets, in the form in which clients send them. */
interface Canaries {
  readonly token: string
  readonly password: string
  /** Secret of the session cookie. */
  readonly session: string
}

/** Columns that hold the hash of a secret. */
const stored = new Set(['token.hash', 'session.hash'])

let scene: Scene
let actor: Actor
let canaries: Canaries
/** All output of the server: answers and log lines. */
const heard: { readonly from: string; readonly text: string }[] = []
const write = process.stderr.write

before(async () => {
  process.stderr.write = ((text: string | Uint8Array) =>
    heard.push({ from: 'the log', text: String(text) }) > 0) as never
  scene = await startScene({ LOG_LEVEL: 'debug' })
  const [login, password] = ['canary', `canary-${randomBytes(9).toString('hex')}`]
  const { id } = await done(scene.call('POST', '/api/v1/users', { login, administrator: true }))
  const { token } = await done(scene.call('POST', '/api/v1/tokens', { name: 'canary', login }))
  await done(scene.call('PUT', `/api/v1/users/${id}/password`, { password }))
  const signedIn = await scene.as('')('POST', '/api/v1/sign-in', { login, password })
  const session = /chancery_session=([^;]+)/.exec(signedIn.headers.get('set-cookie')!)![1]!
  actor = { id, login, call: scene.as(token) }
  canaries = { token, password, session }
})
after(async () => {
  process.stderr.write = write
  await scene[Symbol.asyncDispose]()
})

/**
 * Sends a request and keeps the answer for the search. The header `set-cookie` is left out, because it hands out the
 * secret of a session.
 */
async function send(method: string, address: string, body: unknown, headers: Record<string, string>): Promise<number> {
  const answer = await scene.as('')(method, address, body, headers)
  const told = [...answer.headers].filter(([name]) => name !== 'set-cookie')
  heard.push({ from: `${method} ${address}`, text: JSON.stringify([told, answer.body]) })
  return answer.status
}

/** A way of sending a secret with a call, correct or mistaken. */
type Mistake = (call: { address: string; body: unknown }) => {
  address: string
  body: unknown
  headers: Record<string, string>
}

const ways: Readonly<Record<string, Mistake>> = {
  'a bearer': (call) => ({ ...call, headers: { authorization: `Bearer ${canaries.token}` } }),
  'a bare token': (call) => ({ ...call, headers: { authorization: canaries.token } }),
  'X-Token': (call) => ({ ...call, headers: { 'x-token': canaries.token } }),
  'a session': (call) => ({
    ...call,
    headers: {
      cookie: `chancery_session=${canaries.session}`,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
    },
  }),
  'nothing in the body': ({ address }) => ({ address, body: '{}', headers: { 'x-token': canaries.token } }),
  'broken JSON': ({ address }) => ({
    address,
    body: `{"token": "${canaries.token}", "password": ${canaries.password}`,
    headers: { 'x-token': canaries.token },
  }),
  'JSON of another kind': ({ address }) => ({
    address,
    body: JSON.stringify(canaries.token),
    headers: { 'x-token': canaries.token },
  }),
  'secrets as additional fields of a request': ({ address, body }) => ({
    address,
    body: isPlain(body) ? { ...body, ...canaries } : body,
    headers: { 'x-token': canaries.token },
  }),
  'in the address': ({ address, body }) => ({
    address: `${address}&token=${canaries.token}&access_token=${canaries.token}&password=${canaries.password}`,
    body,
    headers: {},
  }),
  'in the address and in a header': ({ address, body }) => ({
    address: `${address}&token=${canaries.token}&query=${canaries.token}`,
    body,
    headers: { 'x-token': canaries.token },
  }),
  'a token as cookie, a session as token': (call) => ({
    ...call,
    headers: { cookie: `chancery_session=${canaries.token}`, authorization: `Bearer ${canaries.session}` },
  }),
  'name and password': (call) => ({
    ...call,
    headers: { authorization: `Basic ${btoa(`${actor.login}:${canaries.password}`)}` },
  }),
  'two tokens': (call) => ({ ...call, headers: { authorization: canaries.token, 'x-token': canaries.password } }),
}

/** These ways are refused before the operation runs, so they can share one request and the things that it needs. */
const refusedWays = new Set([
  'broken JSON',
  'JSON of another kind',
  'in the address',
  'a token as cookie, a session as token',
  'name and password',
  'two tokens',
])

/** The right ways. They share their code, so each call is sent in one of them, in turn. */
const rightWays = ['a bearer', 'a bare token', 'X-Token', 'a session']

const isPlain = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype

describe('a secret never leaks', () => {
  it('is sent in a thousand calls, in the right and in wrong places', async () => {
    let sent = await signInAndChangePasswords()
    let calls = 0
    for (const { name, methods, path } of operations) {
      for (const line of [matrix[name]!].flat() as Line[]) {
        for (const method of methods) {
          const newCall = async () => requestOf(line, { method, path }, { params: await paramsOf(line), scene, actor })
          const shared = await newCall()
          // Signing out would end the session that the other calls use.
          const right = name === 'signOut' ? 'a bearer' : rightWays[calls++ % rightWays.length]
          for (const [way, make] of Object.entries(ways)) {
            if (rightWays.includes(way) && way !== right) continue
            const call = refusedWays.has(way) ? shared : await newCall()
            const { address, body, headers } = make(call)
            const status = await send(method, address, method === 'GET' ? undefined : body, headers)
            assert.ok(status < 500, `${method} ${address}, ${way}: ${status}`)
            sent += 1
          }
        }
      }
    }
    assert.ok(sent >= 1000, `${sent}`)
  })

  it('into an answer or a log line', () => {
    for (const { from, text } of heard) assertSilent(from, text)
  })

  it('into an export', async () => {
    const { zip } = await scene.platform.context.apps.solutions.export('guarded')
    assertSilent('the export', Buffer.from(zip).toString('latin1'))
  })

  it('into a column of any table, except for its hash', async () => {
    const found: string[] = []
    for (const { table, row } of await everyRow()) {
      for (const [column, value] of Object.entries(row)) {
        const form = formIn(JSON.stringify(value))
        if (form !== undefined) found.push(`${table}.${column}: ${form}`)
      }
    }
    // These columns must be found, which shows that the search works.
    assert.deepEqual([...new Set(found.map((one) => one.split(':')[0]!))].sort(), [...stored].sort(), found.join('\n'))
  })
})

/** Sends correct and wrong logins and passwords, and the two swapped. */
async function signInAndChangePasswords(): Promise<number> {
  const { login, id } = actor
  const { password, token } = canaries
  const signIn = (body: Body) => send('POST', '/api/v1/sign-in', body, {})
  const own = { authorization: `Bearer ${token}` }
  const statuses = [
    await signIn({ login, password }),
    await signIn({ login: 'nobody', password }),
    await signIn({ login: password, password: login }),
    await signIn({ login: token, password }),
    await signIn({ login, password: `${password}x` }),
    await signIn({ login, password: token }),
    await signIn(`{"login": "${login}", "password": "${password}`),
    await signIn({ password }),
    await signIn({ login, password: [password] }),
    await send('PUT', '/api/v1/me/password', { current: 'not this one', password }, own),
    await send('PUT', '/api/v1/me/password', { current: password, password: 'too short' }, own),
    await send('PUT', '/api/v1/me/password', { current: password, password: `${password}x` }, own),
    await send('PUT', '/api/v1/me/password', { current: `${password}x`, password }, own),
    await send('PUT', `/api/v1/users/${id}/password`, { password: password.slice(0, 5) }, own),
    await send('PUT', `/api/v1/users/${id}/password`, { password }, own),
  ]
  assert.deepEqual(statuses, [200, 401, 401, 401, 401, 401, 400, 400, 400, 400, 400, 200, 200, 400, 200])
  const renewed = await scene.as('')('POST', '/api/v1/sign-in', { login, password })
  canaries = { ...canaries, session: /chancery_session=([^;]+)/.exec(renewed.headers.get('set-cookie')!)![1]! }
  return statuses.length
}

/** Returns parameters for an object that is not the caller's, because calls may block or sign out their own caller. */
async function paramsOf({ about, cells }: Line): Promise<Record<string, string>> {
  const order: readonly State[] = ['foreign', 'shared', ...states]
  const state = order.find((one) => expectedOf(cells, 'administrator', one) !== undefined)
  return about === undefined ? {} : about(scene, actor, state!)
}

function assertSilent(from: string, text: string): void {
  const form = formIn(text)
  assert.equal(form, undefined, `${from}: ${form} in ${text.slice(0, 2000)}`)
}

/** Returns the name and the form of the first secret in a text; undefined when there is none. */
function formIn(text: string): string | undefined {
  for (const [name, secret] of Object.entries(canaries))
    for (const [form, shape] of formsOf(secret)) if (text.includes(shape)) return `${name}, ${form}`
  return undefined
}

const forms = new Map<string, [form: string, shape: string][]>()

function formsOf(secret: string): [form: string, shape: string][] {
  const known = forms.get(secret)
  if (known !== undefined) return known
  const bytes = Buffer.from(secret)
  const hash = createHash('sha256').update(secret).digest()
  const all: [string, string][] = [['as it is', secret]]
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    // The last character is left out, because it depends on the bytes that follow the secret.
    all.push([encoding, bytes.toString(encoding).replace(/.?=*$/, '')])
    all.push([`SHA-256, ${encoding}`, hash.toString(encoding).replace(/=+$/, '')])
  }
  forms.set(secret, all)
  return all
}

/** Returns the rows of every table of every schema, as JSON by column; bytes are in hex. */
async function everyRow(): Promise<{ table: string; row: Record<string, unknown> }[]> {
  const { reader } = scene.platform.database
  const tables = await reader.rows<{ schema: string; name: string }>(sql`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`)
  const found = await Promise.all(
    tables.map(async ({ schema, name }) => {
      const rows = await reader.rows<{ row: string }>(
        sql`select to_jsonb(r)::text as row from ${sqlId(schema)}.${sqlId(name)} r`,
      )
      return rows.map(({ row }) => ({ table: name, row: JSON.parse(row) as Record<string, unknown> }))
    }),
  )
  return found.flat()
}
