import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { createMovableClock } from '../../foundation/kit/clock.ts'
import type { PlatformError } from '../../foundation/kit/errors.ts'
import { Attempts, networkOf } from './attempts.ts'

const clock = createMovableClock()
const minuteMs = 60_000
const delays: number[] = []
const delay = async (ms: number) => delays.push(ms)
let database: TestDatabase
let attempts: Attempts
before(async () => {
  database = await openTestDatabase()
  attempts = new Attempts(database, clock, delay)
})
after(() => database.close())

const tooMany = { code: 'sign_in.too_many_attempts', status: 429 }
const one = (login: string, address: string) => attempts.count({ login, address })

describe('attempts to sign in', () => {
  it('are limited to 10 for a login from one address, with all spellings and nodes together', async () => {
    const otherNode = new Attempts(database, clock, delay)
    for (let n = 0; n < 10; n++)
      await (n % 2 ? attempts : otherNode).count({ login: n % 3 ? 'anna' : 'ANNA', address: `192.0.2.10:${n}` })
    await assert.rejects(one('Anna', '192.0.2.10'), tooMany)
    await one('boris', '192.0.2.10')
  })

  it('for a login from many addresses are delayed, and lock nobody out', async () => {
    delays.length = 0
    for (let n = 0; n < 10; n++) await one('clara', `198.18.0.${n}`)
    assert.deepEqual(delays, [])
    for (let n = 0; n < 10; n++) await one('clara', '198.18.1.1')
    assert.deepEqual(delays, Array(10).fill(1_000))
    await assert.rejects(one('clara', '198.18.1.1'), tooMany)
    assert.equal(delays.length, 10)
    await one('Clara', '198.18.2.2')
    await attempts.succeeded({ login: 'clara', address: '198.18.2.2' })
    delays.length = 0
    await one('clara', '198.18.1.1')
    assert.deepEqual(delays, [])
  })

  it('are counted exactly when they are concurrent', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 30 }, () => one('dora', '198.51.100.1')))
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 10)
  })

  it('are limited to 100 for an address; attempts refused by this limit lock no login', async () => {
    for (let n = 0; n < 100; n++) await one(`login ${n}`, '203.0.113.1')
    for (let n = 0; n < 11; n++) await assert.rejects(one('victim', '203.0.113.1'), tooMany)
    await one('victim', '203.0.113.2')
  })

  it('are allowed again 15 minutes after the first one; the error gives the seconds', async () => {
    const lock = async () => {
      for (let n = 0; n < 10; n++) await one('emil', '192.0.2.50')
    }
    await lock()
    clock.advance(10 * minuteMs)
    const error = await one('emil', '192.0.2.50').then(
      () => assert.fail('was let in'),
      (refusal: PlatformError) => refusal,
    )
    const waitS = Number(error.details.retryAfterS)
    assert.ok(waitS > 290 && waitS <= 300, `${waitS}`)
    // Attempts that are rejected during the lock must not prolong it.
    clock.advance(5 * minuteMs)
    await lock()
    await assert.rejects(one('emil', '192.0.2.50'), tooMany)
  })

  it('are reset for a login after a success; the address gets back only this attempt', async () => {
    const address = '192.0.2.60'
    for (let n = 0; n < 99; n++) await one(`guess ${n}`, address)
    await one('fritz', address)
    await attempts.succeeded({ login: 'fritz', address })
    await one('fritz', address)
    await assert.rejects(one('fritz', address), tooMany)
    for (let n = 0; n < 10; n++) await one('fritz', '192.0.2.70')
    await attempts.forgive('Fritz')
    await one('fritz', '192.0.2.70')
  })

  it('store no login as text, because people type passwords there', async () => {
    await one('my secret password', '192.0.2.90')
    const rows = await database.reader.rows<{ bucket: string }>(sql`select bucket from sign_in_attempt`)
    assert.ok(rows.length > 0 && rows.every(({ bucket }) => !bucket.includes('secret')))
  })

  it('for unknown logins are counted in buckets that a stranger cannot compute', async () => {
    const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 5)
    const twin = 'twin 124855'
    assert.equal(hash(twin), hash('nobody'))
    for (let n = 0; n < 11; n++) await one(twin, '192.0.2.100').catch(() => undefined)
    await one('nobody', '192.0.2.100')
  })

  it('are allowed again when the clock is set back by more than their window', async () => {
    const day = 24 * 60 * minuteMs
    clock.setWall(day)
    for (let n = 0; n < 10; n++) await one('gerda', '192.0.2.70')
    await assert.rejects(one('gerda', '192.0.2.70'), tooMany)
    clock.setWall(-day)
    await one('gerda', '192.0.2.70')
  })

  it('are removed when their window is over', async () => {
    clock.advance(16 * minuteMs)
    for (let n = 0; n < 5; n++) await attempts.succeeded({ login: 'x', address: '192.0.2.91' })
    assert.deepEqual(await database.reader.rows(sql`select from sign_in_attempt`), [])
  })
})

describe('the network of an address', () => {
  for (const [address, network] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['[::ffff:7f00:1]:50123', '127.0.0.1'],
    ['::fffe:c000:207', '0:0:0:0'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0'],
    ['192.0.2.7:50123', '192.0.2.7'],
    ['[2001:db8:1:2:3:4:5:6]:50123', '2001:db8:1:2'],
    ['[2001:db8:1:2:3:4:5:6]', '2001:db8:1:2'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:1::5', '2001:db8:1:0'],
    ['2001:db8::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['no address', 'no address'],
  ] as const)
    it(`of ${address} is ${network}`, () => assert.equal(networkOf(address), network))
})
