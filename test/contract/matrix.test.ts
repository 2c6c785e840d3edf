// Takes long, on PostgreSQL: it asks every operation as every person.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { operations } from '../../src/api/operations.ts'
import { sql } from '../../src/foundation/db/sql.ts'
import type { Answer } from '../platform.ts'
import { callers, expectedOf, isUser, type State, states, strangers, type Who } from './matrix/cells.ts'
import { fileForm } from './matrix/files.ts'
import type { Line } from './matrix/line.ts'
import { requestOf } from './matrix/request.ts'
import { type Make, type Params, type Scene, startScene } from './matrix/scene.ts'
import { matrix } from './matrix.ts'

type Cell = { readonly who: Who; readonly state: State | 'call'; readonly expected: number }

/** Maximum number of calls at one time: the server refuses more than about 70 heavy requests that wait. */
const maxAtOnce = 48

let scene: Scene
before(async () => {
  scene = await startScene()
})
after(() => scene[Symbol.asyncDispose]())

it('every operation has an entry in the matrix, and every entry has an operation', () => {
  const lines = Object.entries(matrix).flatMap(([name, lines]) =>
    linesOf(lines).map(({ cells }) => `${name}: ${cells.right}`),
  )
  assert.deepEqual([...new Set(lines)].sort(), operations.map(({ name, right }) => `${name}: ${right}`).sort())
})

describe('the result of each call', () => {
  for (const { name, methods, path } of operations) {
    for (const [place, line] of linesOf(matrix[name] ?? []).entries()) {
      for (const method of methods) {
        it(`${name}, ${method} ${path}${place === 0 ? '' : `, line ${place + 1}`}`, async () => {
          const call = (cell: Cell) => ask(line, method, path, cell)
          const asked = await inGroups(cellsOf(line), line.isSequential ? 1 : maxAtOnce, call)
          const told = ({ cell }: Asked, status: number) => `${cell.who}, ${cell.state}: ${status}`
          const differing = asked.filter(({ cell, answer }) => answer.status !== cell.expected)
          assert.deepEqual(
            differing.map((one) => `${told(one, one.answer.status)} ${JSON.stringify(one.answer.body)}`),
            differing.map((one) => told(one, one.cell.expected)),
          )
          for (const { cell, answer } of asked) assertSaysWhy(cell, line, answer)
          assertAlike(asked)
        })
      }
    }
  }
})

it('requests of strangers are refused before they are examined', async () => {
  for (const { methods, path, right } of operations.filter(({ right }) => right !== 'anyone')) {
    const address = path.replaceAll(/\{\w+\}/g, 'anything')
    for (const who of strangers) {
      const { status } = await scene.actors[who].call(
        methods.at(-1)!,
        address,
        methods.at(-1) === 'GET' ? undefined : '{',
      )
      assert.equal(status, 401, `${path} ${right}`)
    }
  }
})

describe('an operation that takes an Idempotency-Key', () => {
  for (const { name, methods, path } of operations.filter(({ idempotent }) => idempotent !== undefined)) {
    it(`carries a repeat out once: ${name}`, async () => {
      const line = linesOf(matrix[name]!)[0]!
      const actor = scene.actors.administrator
      const params = line.about === undefined ? {} : await line.about(scene, actor, 'own')
      const [method] = methods
      const { address, body } = await requestOf(line, { method: method!, path }, { params, scene, actor })
      const send = (key: string, changed = body) => actor.call(method!, address, changed, { 'idempotency-key': key })

      assert.equal((await send('a b')).body.code, 'idempotency.key_wrong')
      const startsBefore = await starts()
      const first = await send('once')
      assert.deepEqual([first.status, first.headers.get('idempotent-replayed')], [200, null])
      const startsAfter = await starts()
      assert.ok((await writesOf(first)) + startsAfter - startsBefore > 0, 'nothing was written down')
      const again = await send('once')
      assert.deepEqual([again.status, again.body], [200, first.body])
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.equal(again.headers.get('etag'), first.headers.get('etag'))
      assert.deepEqual([await writesOf(again), await starts()], [0, startsAfter])
      const other = body instanceof FormData ? fileForm() : otherBody(path, body as object)
      const reused = await send('once', other)
      assert.deepEqual([reused.status, reused.body.code], [409, 'idempotency.key_reused'])
      assert.deepEqual([await writesOf(reused), await starts()], [0, startsAfter])
    })
  }

  it('is every one that creates something which a second request would create again', () => {
    const making = operations.filter(
      ({ name, methods }) => methods.includes('POST') && /^(create|import|uploadTo)/.test(name),
    )
    const missing = making.filter(({ name, idempotent }) => idempotent === undefined && !(name in others))
    assert.deepEqual(
      missing.map(({ name }) => name),
      [],
    )
  })

  /** Reasons why operations without an idempotency key need none, or cannot have one. */
  const others: Readonly<Record<string, string>> = {
    createToken: 'the text of a token is shown once and kept nowhere',
    createWebhook: 'the secret is shown once',
    createDownloadLinks: 'writes nothing',
    createUploadLinks: 'writes nothing',
    createBackup: 'one backup is made at a time, and a second request returns it',
  }

  /** Returns the number of instances that the administrator started. Steps of running instances are not counted. */
  async function starts(): Promise<number> {
    const row = await scene.platform.database.reader.row<{ n: number }>(sql`
      select count(*)::int as n from process_history where rev = 1 and by = ${scene.actors.administrator.id}`)
    return row!.n
  }

  /** Returns the number of changes to elements and settings that were recorded with the id of a request. */
  async function writesOf({ headers }: Answer): Promise<number> {
    const requestId = headers.get('x-request-id')
    const { database } = scene.platform
    const row = await database.reader.row<{ n: number }>(sql`
      select ((select count(*) from audit where outcome = 'done' and request_id = ${requestId})
        + (select count(*) from element_history where request_id = ${requestId}))::int as n`)
    return row!.n
  }
})

interface Asked {
  readonly cell: Cell
  readonly params: Params
  readonly answer: Answer
}

function assertSaysWhy({ who }: Cell, { cells }: Line, { status, body }: Answer): void {
  if (status === 401) assert.match(`${body.code} ${body.error}`, /^auth.required .*token/)
  if (status === 403 && cells.right === 'administrator')
    assert.match(`${body.code} ${body.error}`, /^auth.not_allowed only administrators/, who)
}

/** Asserts that hidden and missing objects get the same answer, word for word, apart from their own names and ids. */
function assertAlike(asked: readonly Asked[]): void {
  const told = ({ params, answer }: Asked): string => {
    const { requestId: _, ...body } = answer.body
    const values = Object.entries(params).filter(([, value]) => value !== '')
    return values.reduce(
      (text, [name, value]) => text.replaceAll(value, `{${name}}`),
      JSON.stringify({ ...body, status: answer.status }),
    )
  }
  for (const who of callers.filter((one) => isUser(one) && one !== 'administrator')) {
    const [foreign, missing] = (['foreign', 'missing'] as const).map((state) =>
      asked.find(({ cell }) => cell.who === who && cell.state === state),
    )
    if (foreign === undefined || missing === undefined || foreign.answer.status === 200) continue
    assert.equal(told(foreign), told(missing), who)
  }
}

async function ask(line: Line, method: string, path: string, { who, state, expected }: Cell): Promise<Asked> {
  const { about } = line
  const params = about === undefined ? {} : await made(about, who, state as State, expected === 200 && method !== 'GET')
  // A stranger cannot upload a file for the body, so another actor does.
  const actor = scene.actors[isUser(who) || line.cells.right === 'anyone' ? who : 'writer']
  const { address, body } = await requestOf(line, { method, path }, { params, scene, actor })
  return { cell: { who, state, expected }, params, answer: await scene.actors[who].call(method, address, body) }
}

const kept = new Map<Make, Map<string, Promise<Params>>>()

/** Makes the object of a call. A call that may use its object up gets its own; all other calls share one. */
function made(about: Make, who: Who, state: State, isUsedUp: boolean): Promise<Params> {
  const make = () => about(scene, scene.actors[isUser(who) ? who : 'writer'], state)
  if (isUsedUp) return make()
  const ofKind = kept.get(about) ?? new Map<string, Promise<Params>>()
  kept.set(about, ofKind)
  const key = `${isUser(who) ? who : 'writer'} ${state}`
  const known = ofKind.get(key) ?? make()
  ofKind.set(key, known)
  return known
}

function cellsOf({ cells, about }: Line): Cell[] {
  const columns = about === undefined ? (['call'] as const) : states
  return callers.flatMap((who) =>
    columns.flatMap((state) => {
      const expected = expectedOf(cells, who, state)
      return expected === undefined ? [] : [{ who, state, expected }]
    }),
  )
}

/** Does the work for `size` entries at a time. */
async function inGroups<T, R>(list: readonly T[], size: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < list.length; at += size)
    results.push(...(await Promise.all(list.slice(at, at + size).map(work))))
  return results
}

function linesOf(lines: Line | readonly Line[]): readonly Line[] {
  return Array.isArray(lines) ? lines : [lines as Line]
}

/** Returns another valid body. The management API refuses unknown keys, so a known value is changed there. */
function otherBody(path: string, body: object): object {
  if (!path.startsWith('/api/v1/')) return { ...body, another: 'body' }
  const others: Record<string, string> = {
    login: 'somebody-else',
    name: 'another name',
    from: '2999-01-01T00:00:00Z',
    process: 'law.another',
    elementId: 'another',
    caseId: '0b6f7b2e-2f0f-4f5a-9c53-0123456789ac',
    comment: 'another comment',
    text: 'another text',
    element: '0b6f7b2e-2f0f-4f5a-9c53-0123456789ac',
  }
  const key = Object.keys(others).find((one) => one in body)!
  return { ...body, [key]: others[key] }
}
