import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Network } from '../../src/foundation/db/postgres/network.fixture.ts'
import { assertDone } from '../everything.ts'
import type { Answer, Call } from '../platform.ts'
import { type PlatformOnNetwork, startOnNetwork } from '../platform-on-network.ts'

const skip = process.env.TEST_DATABASE_URL ? false : 'SKIPPED: set TEST_DATABASE_URL to a PostgreSQL server'
const contacts = '/pub/v1/app/ref/contacts'
const clients = 8
/** Maximum milliseconds until a request is answered while the database is away: several times the usual time. */
const answeredWithinMs = 10_000
const recoveredWithinMs = 20_000

interface Write {
  readonly name: string
  readonly key: string
  readonly answer: Answer
  readonly tookMs: number
}

describe('the network to PostgreSQL', { skip }, () => {
  let network: Network
  let server: PlatformOnNetwork
  let call: Call
  let acked: Set<string>
  before(async () => {
    server = await startOnNetwork()
    ;({ network, call } = server)
  })
  after(() => server[Symbol.asyncDispose]())
  beforeEach(() => {
    acked = new Set()
  })

  async function write(name: string = randomUUID(), key: string = randomUUID()): Promise<Write> {
    const startMs = performance.now()
    const context = { full_name: { lastname: name } }
    const answer = await call('POST', `${contacts}/create`, { context }, { 'idempotency-key': key })
    if (answer.status === 200) acked.add(name)
    return { name, key, answer, tookMs: performance.now() - startMs }
  }

  /** Lets several clients write for `ms` milliseconds after the first `least` acknowledged writes. */
  async function writeFor(ms: number, least = 5): Promise<Write[]> {
    let untilMs = Number.POSITIVE_INFINITY
    void untilAcked(least).then(() => {
      untilMs = performance.now() + ms
    })
    const all = await Promise.all(
      Array.from({ length: clients }, async () => {
        const own: Write[] = []
        while (performance.now() < untilMs) own.push(await write())
        return own
      }),
    )
    return all.flat()
  }

  async function untilAcked(least: number): Promise<void> {
    while (acked.size < least) await sleep(10)
  }

  /** Asserts that all writes were answered in time, with success or 503 and the envelope. Returns those with 503. */
  function assertAnswered(writes: readonly Write[]): Write[] {
    const refused = writes.filter(({ answer }) => answer.status !== 200)
    for (const { answer, tookMs } of refused) {
      assert.deepEqual([answer.status, answer.body.success], [503, false], JSON.stringify(answer.body))
      assert.match(answer.body.code, /^database\.(unavailable|busy)$/)
      assert.ok(Number(answer.headers.get('retry-after')) > 0)
      assert.ok(tookMs < answeredWithinMs, `${tookMs} ms`)
    }
    return refused
  }

  async function recovers(): Promise<void> {
    const untilMs = performance.now() + recoveredWithinMs
    for (;;) {
      const { answer } = await write()
      if (answer.status === 200) return
      assert.equal(answer.status, 503)
      assert.ok(performance.now() < untilMs, 'the server does not recover')
      await sleep(50)
    }
  }

  /** Repeats the writes without success, with their keys, and asserts that every write is stored once. */
  async function assertStoredOnce(refused: readonly Write[]): Promise<void> {
    for (const { name, key } of refused) assertDone((await write(name, key)).answer)
    const list = await call('POST', `${contacts}/list`, { size: 10_000, fields: { full_name: true } })
    assertDone(list)
    const counts = new Map<string, number>()
    for (const { full_name } of list.body.result.result)
      counts.set(full_name.lastname, (counts.get(full_name.lastname) ?? 0) + 1)
    assert.deepEqual(
      [...acked].filter((name) => counts.get(name) !== 1),
      [],
    )
  }

  const faults: readonly [string, () => Promise<void> | void, () => Promise<void> | void][] = [
    ['that is cut', () => network.goAway(), () => network.comeBack()],
    ['that drops everything without a word', () => network.swallow(true), () => network.swallow(false)],
  ]
  for (const [what, begin, end] of faults) {
    it(`${what}: requests get 503 in time, the server recovers by itself, and every acknowledged write is stored once`, async () => {
      const writing = writeFor(2_000)
      await untilAcked(5)
      await begin()
      let refused: readonly Write[] = []
      try {
        refused = assertAnswered(await writing)
        assert.ok(refused.length > 0)
        const read = await call('POST', `${contacts}/list`, {})
        assert.deepEqual([read.status, read.body.code], [503, 'database.unavailable'])
      } finally {
        await end()
      }
      await recovers()
      await assertStoredOnce(refused)
    })
  }

  it('that breaks all connections again and again: the same', async () => {
    const writing = writeFor(3_000)
    await untilAcked(5)
    for (let breaks = 0; breaks < 5; breaks++) {
      network.breakAll()
      await sleep(400)
    }
    const refused = assertAnswered(await writing)
    await recovers()
    await assertStoredOnce(refused)
  })

  it('that is slow: writes are answered late or with 503, and every acknowledged write is stored once', async () => {
    const refused: Write[] = []
    await write()
    try {
      for (const delayMs of [200, 3_000]) {
        network.delay(delayMs)
        refused.push(...assertAnswered(await writeFor(1_500, 0)))
      }
    } finally {
      network.delay(0)
    }
    await recovers()
    assert.ok(acked.size > 0)
    await assertStoredOnce(refused)
  })
})
