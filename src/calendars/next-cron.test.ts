// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseCron } from '../foundation/kit/time/cron.ts'
import { pick, randomOf } from './calendars.fixture.ts'
import { localMsAt } from './local-time.ts'
import { nextCron } from './next-cron.ts'

const next = (expression: string, after: string, zone = 'UTC'): string =>
  nextCron(expression, new Date(after), zone).toISOString().replace('.000Z', 'Z')

const several = (expression: string, after: string, zone: string, count: number): string[] => {
  const found: string[] = []
  while (found.length < count) found.push(next(expression, found.at(-1) ?? after, zone))
  return found
}

describe('the next time of a cron expression', () => {
  it('is after the given instant, never at it', () => {
    assert.equal(next('0 0 9 * * *', '2026-03-02T09:00:00Z'), '2026-03-03T09:00:00Z')
    assert.equal(next('0 0 9 * * *', '2026-03-02T08:59:59.999Z'), '2026-03-02T09:00:00Z')
  })

  it('understands lists, ranges, steps and names', () => {
    assert.equal(next('0 0/20 8-10,14 * * MON-FRI', '2026-03-06T10:41:00Z'), '2026-03-06T14:00:00Z')
    assert.equal(next('0 0/20 8-10,14 * * MON-FRI', '2026-03-06T14:40:00Z'), '2026-03-09T08:00:00Z')
    assert.equal(next('30 15 6 1 jan,JUL ?', '2026-01-01T06:15:30Z'), '2026-07-01T06:15:30Z')
    assert.equal(next('0 0 0 ? * 7', '2026-03-02T00:00:00Z'), '2026-03-08T00:00:00Z')
  })

  it('understands the last day of a month, and the last and the n-th weekday of a month', () => {
    assert.deepEqual(several('0 0 12 L * *', '2026-01-15T00:00:00Z', 'UTC', 3), [
      '2026-01-31T12:00:00Z',
      '2026-02-28T12:00:00Z',
      '2026-03-31T12:00:00Z',
    ])
    assert.equal(next('0 0 12 L-2 2 *', '2028-01-01T00:00:00Z'), '2028-02-27T12:00:00Z')
    assert.equal(next('0 0 12 * * FRIL', '2026-03-01T00:00:00Z'), '2026-03-27T12:00:00Z')
    assert.equal(next('0 0 12 ? * 5#2', '2026-03-01T00:00:00Z'), '2026-03-13T12:00:00Z')
  })

  it('matches days that match both the day of the month and the day of the week', () => {
    assert.equal(next('0 0 9 13 * FRI', '2026-04-01T00:00:00Z'), '2026-11-13T09:00:00Z')
  })

  it('finds February 29 of a weekday', () => {
    assert.equal(next('0 0 0 29 2 MON', '2026-01-01T00:00:00Z'), '2044-02-29T00:00:00Z')
  })

  it('fires once at the end of the gap for a fixed hour that clocks skip', () => {
    assert.deepEqual(several('0 0,30 2 * * *', '2026-03-28T12:00:00Z', 'Europe/Berlin', 3), [
      '2026-03-29T01:00:00Z',
      '2026-03-30T00:00:00Z',
      '2026-03-30T00:30:00Z',
    ])
  })

  it('fires only the first time for a fixed hour that is repeated', () => {
    assert.deepEqual(several('0 30 2 * * *', '2026-10-24T12:00:00Z', 'Europe/Berlin', 2), [
      '2026-10-25T00:30:00Z',
      '2026-10-26T01:30:00Z',
    ])
  })

  it('fires once for each elapsed hour when the hour field is "*"', () => {
    assert.deepEqual(several('0 30 * * * *', '2026-10-24T23:31:00Z', 'Europe/Berlin', 4), [
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      '2026-10-25T02:30:00Z',
      '2026-10-25T03:30:00Z',
    ])
    assert.deepEqual(several('0 30 * * * *', '2026-03-29T00:00:00Z', 'Europe/Berlin', 2), [
      '2026-03-29T00:30:00Z',
      '2026-03-29T01:30:00Z',
    ])
  })

  it('handles zones where midnight is skipped or repeated and where clocks move by half an hour', () => {
    // Santiago skips 00:00 to 01:00; Havana repeats 00:00 to 01:00; Lord Howe moves by 30 minutes.
    assert.equal(next('0 0 0 * * *', '2026-09-05T12:00:00Z', 'America/Santiago'), '2026-09-06T04:00:00Z')
    assert.equal(next('0 30 0 * * *', '2026-10-31T12:00:00Z', 'America/Havana'), '2026-11-01T04:30:00Z')
    assert.equal(next('0 45 1 * * *', '2026-04-04T12:00:00Z', 'Australia/Lord_Howe'), '2026-04-04T14:45:00Z')
  })

  it('agrees with a walk through every minute, in zones with clock changes', () => {
    const seed = Number(process.env.SEED ?? 20260302)
    const random = randomOf(seed)
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'UTC']
    const starts = ['2026-03-28T18:00:00Z', '2026-10-24T18:00:00Z', '2026-03-08T00:00:00Z', '2026-04-04T08:00:00Z']
    for (let round = 0; round < 60; round++) {
      const zone = pick(random, zones)
      const hour = pick(random, ['*', '*/2', '2', '1-3', '0,2,23', '3'])
      const expression = `0 ${pick(random, ['*', '0', '30', '5/25', '10,50'])} ${hour} * * *`
      const start = Date.parse(pick(random, starts)) + Math.floor(random() * 60) * 60_000
      const expected = walk(expression, hour.startsWith('*'), start, zone)
      const title = `${expression} in ${zone} after ${new Date(start).toISOString()}, seed ${seed}`
      let at = new Date(start)
      for (const wanted of expected) {
        at = nextCron(expression, at, zone)
        assert.equal(at.toISOString(), new Date(wanted).toISOString(), title)
      }
    }
  })
})

/** Returns the matching times within two days by checking every minute. */
function walk(expression: string, isHourly: boolean, start: number, zone: string): number[] {
  const { minutes, hours } = parseCron(expression)
  const matches = (localMs: number): boolean =>
    minutes.includes(new Date(localMs).getUTCMinutes()) && hours.includes(new Date(localMs).getUTCHours())
  const from = start - 86_400_000
  let shown = localMsAt(from - 60_000, zone)
  const found: number[] = []
  for (let at = from; at < start + 2 * 86_400_000; at += 60_000) {
    const local = localMsAt(at, zone)
    const isRepeated = local <= shown
    let isMatch = matches(local) && (isHourly || !isRepeated)
    if (!isHourly) for (let skipped = shown + 60_000; skipped < local; skipped += 60_000) isMatch ||= matches(skipped)
    if (isMatch && at > start) found.push(at)
    shown = Math.max(shown, local)
  }
  return found
}

describe('a wrong cron expression is refused, and the message names the field', () => {
  for (const [expression, message] of [
    ['0 0 25 * * *', /"25" is not valid in the field "hour"/],
    ['0 60 * * * *', /"60" is not valid in the field "minute"/],
    ['0 0 9 * FOO *', /"FOO" is not valid in the field "month"/],
    ['0 0 9 * * FRI-MON', /ends before it begins/],
    ['0 0 9 30 2 *', /never matches/],
    ['0 0 9 15W * *', /"15W" is not valid in the field "day of the month"/],
    ['0 */0 9 * * *', /"\*\/0" is not valid in the field "minute"/],
    ['0 9 * * *', /has 5 fields/],
  ] as const)
    it(expression, () => assert.throws(() => parseCron(expression), message))
})
