import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addWorkingTime } from './add-working-time.ts'
import { builtInCalendar, type Calendar, type CalendarDefinition, compileCalendar, defaultWeek } from './calendar.ts'
import { pick, randomOf } from './calendars.fixture.ts'
import { dayMs, localMsAt } from './local-time.ts'

const office = builtInCalendar('UTC')
const calendar = (parts: Partial<CalendarDefinition>, zone = 'UTC'): Calendar =>
  compileCalendar({ name: 'c', timeZone: null, week: defaultWeek, holidays: [], workingDays: {}, ...parts }, zone)
const add = (from: string, duration: string, to: Calendar = office): string =>
  addWorkingTime(new Date(`${from}Z`), duration, to)
    .toISOString()
    .slice(0, 16)

describe('working time', () => {
  // 2026-03-02 is a Monday.
  it('of days keeps the time of day and leaves out the weekend', () => {
    assert.equal(add('2026-03-02T11:00', 'P3D'), '2026-03-05T11:00')
    assert.equal(add('2026-03-05T11:00', 'P3D'), '2026-03-10T11:00')
  })

  it('of hours runs within working hours only', () => {
    assert.equal(add('2026-03-02T10:00', 'PT4H'), '2026-03-02T14:00')
    assert.equal(add('2026-03-06T16:00', 'PT4H'), '2026-03-09T11:00')
    assert.equal(add('2026-03-02T09:00', 'PT9H'), '2026-03-02T18:00')
    assert.equal(add('2026-03-02T09:00', 'PT9H1M'), '2026-03-03T09:01')
  })

  it('of days and hours counts days first', () => {
    assert.equal(add('2026-03-02T10:00', 'P1DT2H30M'), '2026-03-03T12:30')
  })

  it('that starts outside working hours counts from the next working day', () => {
    assert.equal(add('2026-03-02T20:00', 'P1D'), '2026-03-04T09:00')
    assert.equal(add('2026-03-07T12:00', 'PT1H'), '2026-03-09T10:00')
    assert.equal(add('2026-03-02T20:00', 'P0D'), '2026-03-03T09:00')
  })

  it('leaves out holidays and periods, and counts days that were moved', () => {
    const holidays = calendar({
      holidays: ['2026-03-03', '2026-03-05/2026-03-10'],
      workingDays: { '2026-03-07': ['10:00-14:00'] },
    })
    assert.equal(add('2026-03-02T11:00', 'P1D', holidays), '2026-03-04T11:00')
    assert.equal(add('2026-03-04T11:00', 'P1D', holidays), '2026-03-07T11:00')
    assert.equal(add('2026-03-04T17:00', 'P1D', holidays), '2026-03-07T14:00')
    assert.equal(add('2026-03-04T17:00', 'PT6H', holidays), '2026-03-11T10:00')
  })

  it('moves a time into the working hours of the last day, past a break', () => {
    const breaks = calendar({ week: { ...defaultWeek, tuesday: ['09:00-12:00', '13:00-16:00'] } })
    assert.equal(add('2026-03-02T12:30', 'P1D', breaks), '2026-03-03T13:00')
    assert.equal(add('2026-03-02T17:30', 'P1D', breaks), '2026-03-03T16:00')
    assert.equal(add('2026-03-04T12:30', '-P1D', breaks), '2026-03-03T12:00')
    assert.equal(add('2026-03-02T17:00', 'PT5H', breaks), '2026-03-03T14:00')
  })

  it('goes back with a negative duration, for reminders', () => {
    assert.equal(add('2026-03-05T11:00', '-P3D'), '2026-03-02T11:00')
    assert.equal(add('2026-03-09T10:00', '-PT4H'), '2026-03-06T15:00')
    assert.equal(add('2026-03-08T10:00', '-P1D'), '2026-03-05T18:00')
  })

  it('counts weeks and months as calendar weeks and months', () => {
    assert.equal(add('2026-03-02T11:00', 'P1W'), '2026-03-09T11:00')
    assert.equal(add('2026-01-30T11:00', 'P1M'), '2026-03-02T09:00')
  })

  it('keeps the time of day over a clock change', () => {
    const berlin = builtInCalendar('Europe/Berlin')
    assert.equal(add('2026-03-27T10:00', 'P1D', berlin), '2026-03-30T09:00')
    const nights = calendar({ timeZone: 'Europe/Berlin', week: { saturday: ['18:00-24:00'], sunday: ['00:00-06:00'] } })
    // The night from March 28 to 29 has eleven hours.
    assert.equal(add('2026-03-28T17:00', 'PT11H', nights), '2026-03-29T04:00')
  })

  it('refuses a text that is not a duration, a duration that is too long, and a calendar without enough working time', () => {
    assert.throws(() => add('2026-03-02T11:00', '3 days'), /is not a duration in ISO 8601/)
    assert.throws(() => add('2026-03-02T11:00', 'P'), /is not a duration/)
    assert.throws(() => add('2026-03-02T11:00', 'P99999999D'), /longer than ten years/)
    assert.throws(() => add('2026-03-02T11:00', 'P3660D'), /not have enough working time/)
    assert.throws(() => add('2026-03-02T11:00', 'P0D', calendar({ week: {} })), /not have enough working time/)
  })
})

describe('working time in random calendars', () => {
  const seed = Number(process.env.SEED ?? 20260329)
  const random = randomOf(seed)
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago']
  const hours = [['09:00-18:00'], ['08:00-12:00', '13:00-17:00'], ['00:00-24:00'], ['01:00-04:00'], []] as const
  const randomCalendar = (): Calendar =>
    calendar({
      timeZone: pick(random, zones),
      week: {
        monday: ['09:00-17:00'],
        tuesday: pick(random, hours),
        wednesday: pick(random, hours),
        saturday: pick(random, hours),
        sunday: pick(random, hours),
      },
      holidays: [`2026-03-${10 + Math.floor(random() * 20)}`],
      workingDays: { [`2026-10-${20 + Math.floor(random() * 10)}`]: pick(random, hours) },
    })
  const randomTime = (): Date =>
    new Date(
      Date.parse(pick(random, ['2026-03-05', '2026-10-20', '2026-09-03', '2026-04-01'])) +
        Math.floor(random() * 10_000) * 60_000,
    )
  /** Returns whether the minute that begins at an instant is working time, by its local time. */
  const isWork = (one: Calendar, at: number): boolean => {
    const local = localMsAt(at, one.timeZone)
    const day = Math.floor(local / dayMs)
    return one.hoursOn(day).some(({ startMs, endMs }) => local - day * dayMs >= startMs && local - day * dayMs < endMs)
  }
  const minutesOfWork = (one: Calendar, from: number, to: number): number => {
    let count = 0
    for (let at = from; at < to; at += 60_000) if (isWork(one, at)) count++
    return count
  }

  it(`contains the requested number of working minutes (seed ${seed})`, () => {
    for (let round = 0; round < 40; round++) {
      const [one, from] = [randomCalendar(), randomTime()]
      const minutes = 1 + Math.floor(random() * 1500)
      const to = addWorkingTime(from, `PT${minutes}M`, one)
      assert.equal(
        minutesOfWork(one, from.getTime(), to.getTime()),
        minutes,
        `${from.toISOString()} ${minutes} ${one.timeZone}`,
      )
      assert.ok(isWork(one, to.getTime() - 60_000), 'it ends with work')
      const back = addWorkingTime(to, `-PT${minutes}M`, one)
      assert.equal(minutesOfWork(one, back.getTime(), to.getTime()), minutes, 'the same time back')
    }
  })

  it(`ends later for a later start or a longer duration, and within working hours (seed ${seed})`, () => {
    for (let round = 0; round < 400; round++) {
      const [one, from] = [randomCalendar(), randomTime()]
      const later = new Date(from.getTime() + Math.floor(random() * 3000) * 60_000)
      const days = Math.floor(random() * 5)
      const duration = random() < 0.5 ? `P${days}D` : `P${days}DT${Math.floor(random() * 90)}M`
      const first = addWorkingTime(from, duration, one)
      assert.ok(
        first <= addWorkingTime(later, duration, one),
        `${duration} from ${from.toISOString()} in ${one.timeZone}`,
      )
      assert.ok(first < addWorkingTime(from, `P${days + 1}DT90M`, one))
      assert.ok(isWork(one, first.getTime()) || isWork(one, first.getTime() - 60_000))
    }
  })
})
