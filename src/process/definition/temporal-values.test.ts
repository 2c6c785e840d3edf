import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bpmn, end, extensions, flows, Play, start, timer, user } from '../engine/process.fixture.ts'
import { compileProcesses } from '../engine/process.ts'
import { checkContext, typedLanguage } from './context/index.ts'
import { processLanguage, processLanguageWith } from './language/process-language.ts'

const now = '2026-03-28T09:00:00.000Z'
const zone = '<chancery:process timeZone="Europe/Berlin"/>'

/** Plays a process in Berlin on the day before summer time begins. */
async function play(elements: readonly string[], variables = ''): Promise<Play> {
  const xml = bpmn([extensions(zone + variables), ...elements])
  const [program] = await compileProcesses(new TextEncoder().encode(xml), processLanguage)
  const stored = JSON.parse(JSON.stringify(program))
  const played = new Play(stored, typedLanguage(stored, processLanguageWith))
  played.now = new Date(now)
  played.options = {
    checkVariables: (checked, values, present, timeZone) =>
      checkContext(checked, values, { at: 'write', present, timeZone }),
  }
  played.send({ type: 'start', variables: {} })
  return played
}

const escaped = (text: string): string => text.replaceAll('"', '&quot;')

/** Returns the time of a timer, or the message of its incident. */
async function dueOf(kind: string, text: string): Promise<string | undefined> {
  const catching = `<intermediateCatchEvent id="t">${timer(escaped(text), kind)}</intermediateCatchEvent>`
  const { state, effects } = await play([start(), catching, end(), flows('s > t > e')])
  const incident = effects.find((effect) => effect.type === 'incidentOpened')
  return incident?.message ?? state!.waits[0]?.due
}

describe('a timer', () => {
  const dates: readonly (readonly [string, string])[] = [
    ['now() + @"PT1H"', '2026-03-28T10:00:00.000Z'],
    ['now() + @"PT24H"', '2026-03-29T09:00:00.000Z'],
    ['now() + @"P1M"', '2026-04-28T08:00:00.000Z'],
    ['today() + @"P1D"', '2026-03-28T23:00:00.000Z'],
    ['today()', '2026-03-27T23:00:00.000Z'],
    ['2026-05-01', '2026-04-30T22:00:00.000Z'],
    ['2026-05-01T10:00:00', '2026-05-01T08:00:00.000Z'],
    ['@"2026-05-01"', '2026-04-30T22:00:00.000Z'],
    ['@"2026-05-01T10:00:00"', '2026-05-01T08:00:00.000Z'],
    ['@"2026-05-01T10:00:00Z"', '2026-05-01T10:00:00.000Z'],
    ['@"2026-05-01T10:00:00+05:30"', '2026-05-01T04:30:00.000Z'],
    ['@"2026-05-01T10:00:00@Asia/Tokyo"', '2026-05-01T01:00:00.000Z'],
    ['date and time(date("2026-05-01"), time("10:00:00"))', '2026-05-01T08:00:00.000Z'],
    ['date and time(today(), @"18:30:00@UTC")', '2026-03-28T18:30:00.000Z'],
    ['"2026-05-01T10:00:00"', '2026-05-01T08:00:00.000Z'],
  ]
  for (const [text, due] of dates) {
    it(`at ${text} fires at ${due} in Berlin`, async () => assert.equal(await dueOf('timeDate', text), due))
  }

  it('takes every kind of duration; one that has passed fires at once', async () => {
    assert.equal(await dueOf('timeDuration', '@"PT1H30M"'), '2026-03-28T10:30:00.000Z')
    assert.equal(await dueOf('timeDuration', '@"P1Y2M"'), '2027-05-28T09:00:00.000Z')
    assert.equal(await dueOf('timeDuration', '@"PT0.25S"'), '2026-03-28T09:00:00.250Z')
    assert.equal(await dueOf('timeDuration', '@"2026-03-28T09:00:00Z" - now() - @"PT1H"'), '2026-03-28T08:00:00.000Z')
    assert.equal(
      await dueOf('timeDuration', '@"2026-03-29T09:00:00@Europe/Berlin" - now()'),
      '2026-03-29T07:00:00.000Z',
    )
  })

  it('repeats from a start in local time', async () => {
    assert.equal(await dueOf('timeCycle', 'R3/2026-05-01T10:00:00/PT1H'), '2026-05-01T08:00:00.000Z')
    assert.equal(await dueOf('timeCycle', 'R3/2026-05-01T10:00:00@Asia/Tokyo/PT1H'), '2026-05-01T01:00:00.000Z')
  })

  it('at a time without a date stops with an incident', async () => {
    assert.match((await dueOf('timeDate', '@"10:00:00"'))!, /"10:00:00" is not a date in ISO 8601/)
  })
})

describe('a due date', () => {
  it('is an instant in the time zone of the process', async () => {
    for (const [text, due] of dates()) {
      const task = user('a', '', `<chancery:task due="${escaped(text)}"/>`)
      const { effects } = await play([start(), task, end(), flows('s > a > e')])
      const opened = effects.find((effect) => effect.type === 'waitOpened')
      assert.equal(opened?.settings?.due, due, text)
    }
  })
  const dates = (): readonly (readonly [string, string])[] => [
    ['now() + @"PT1H"', '2026-03-28T10:00:00.000Z'],
    ['today() + @"P1D"', '2026-03-28T23:00:00.000Z'],
    ['@"2026-05-01T10:00:00"', '2026-05-01T08:00:00.000Z'],
    ['@"2026-05-01T10:00:00@Asia/Tokyo"', '2026-05-01T01:00:00.000Z'],
    ['@"PT4H"', 'PT4H'],
  ]
})

describe('an output', () => {
  const written = async (type: string, value: string) => {
    const task = `<task id="a">${extensions(`<chancery:output name="x" value="${escaped(value)}"/>`)}</task>`
    const variable = `<chancery:variable name="x" type="${type}"/>`
    const { state, effects } = await play([start(), task, end(), flows('s > a > e')], variable)
    return effects.find((effect) => effect.type === 'incidentOpened')?.message ?? state!.variables.x
  }

  it('to a variable with a time is an instant', async () => {
    assert.equal(await written('datetime', 'now()'), '2026-03-28T09:00:00Z')
    assert.equal(await written('datetime', '@"2026-05-01T10:00:00"'), '2026-05-01T08:00:00Z')
    assert.equal(await written('datetime', '@"2026-05-01T10:00:00@Asia/Tokyo"'), '2026-05-01T01:00:00Z')
    assert.equal(await written('datetime', '@"2026-05-01T10:00:00.123456789Z"'), '2026-05-01T10:00:00.123456789Z')
    assert.equal(await written('datetime', '@"2026-05-01"'), '2026-04-30T22:00:00Z')
  })

  it('to a variable with a date is the date that the value shows', async () => {
    assert.equal(await written('date', 'today()'), '2026-03-28T00:00:00Z')
    assert.equal(await written('date', '@"2026-05-01T23:30:00@America/New_York"'), '2026-05-01T00:00:00Z')
    assert.equal(await written('date', '@"2026-05-01T00:30:00"'), '2026-05-01T00:00:00Z')
  })

  it('to a duration or to JSON has the form of ISO 8601', async () => {
    assert.equal(await written('duration', '@"PT36H"'), 'P1DT12H')
    assert.equal(await written('duration', '@"P14M"'), 'P1Y2M')
    assert.equal(await written('json', 'now()'), '2026-03-28T10:00:00+01:00')
    assert.equal(await written('json', '@"10:00:00"'), '10:00:00')
  })
})

describe('adding and subtracting agree', () => {
  const evaluate = (text: string) =>
    processLanguage.compile(text).evaluate({}, { nowMs: Date.parse(now), timeZone: 'Europe/Berlin' })

  it('over both changes of the clocks', () => {
    for (const day of ['2026-03-28', '2026-10-24'])
      for (const hours of [1, 14, 15, 16, 24, 25, 48]) {
        const from = `@"${day}T12:00:00@Europe/Berlin"`
        assert.equal(evaluate(`(${from} + @"PT${hours}H") - ${from} = @"PT${hours}H"`), true, `${day} ${hours}`)
        assert.equal(evaluate(`(${from} + @"PT${hours}H") - @"PT${hours}H" = ${from}`), true, `${day} ${hours}`)
      }
  })

  it('also where a local time occurs twice', () => {
    assert.equal(evaluate('@"2026-10-25T01:30:00@Europe/Berlin" + @"PT1H"'), '2026-10-25T02:30:00+02:00')
    assert.equal(evaluate('@"2026-10-25T01:30:00@Europe/Berlin" + @"PT2H"'), '2026-10-25T02:30:00+01:00')
    assert.equal(evaluate('@"2026-03-28T12:00:00@Europe/Berlin" + @"PT24H"'), '2026-03-29T13:00:00+02:00')
  })

  it('without a zone or with an offset along the clock', () => {
    assert.equal(evaluate('@"2026-03-28T12:00:00" + @"PT24H"'), '2026-03-29T12:00:00')
    assert.equal(evaluate('@"2026-03-28T12:00:00+01:00" + @"PT24H"'), '2026-03-29T12:00:00+01:00')
    assert.equal(evaluate('@"12:00:00@Europe/Berlin" + @"PT24H" = @"12:00:00@Europe/Berlin"'), true)
  })
})
