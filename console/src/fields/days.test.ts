import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Translate } from '../i18n/index.tsx'
import { textsOf } from '../i18n/texts.fixture.ts'
import { type Language, languages, translator } from '../i18n/texts.ts'
import { addDays, addMonths, parseDay, parseTime, today, weeksOf, writtenDay } from './days.ts'

const translate = (language: Language) => translator(language, { fields: textsOf(language, 'fields') }) as Translate

describe('a day', () => {
  it('is written in the date format of a language, and read again', () => {
    assert.equal(writtenDay('2026-12-05', translate('ru')), '05.12.2026')
    assert.equal(writtenDay('2026-12-05', translate('en')), '2026-12-05')
    for (const language of languages)
      assert.equal(parseDay(writtenDay('2026-12-05', translate(language))), '2026-12-05')
  })

  it('may be typed in short, with dots after the day and the month', () => {
    for (const text of ['5.12.2026', ' 05.12.26 ', '2026-12-5']) assert.equal(parseDay(text), '2026-12-05')
  })

  it('is nothing else, and no day that the calendar does not have', () => {
    for (const text of ['', 'x', '5.12', '31.04.2026', '29.02.2026', '2026-13-01', '12-05-2026', '5/12/2026'])
      assert.equal(parseDay(text), undefined, text)
    assert.equal(parseDay('29.02.2028'), '2028-02-29')
    const outside = ['0000-12-31', '31.12.0000', '10000-01-01', '1.1.10000']
    assert.deepEqual(outside.map(parseDay), Array(4).fill(undefined))
    assert.deepEqual(['0001-01-01', '31.12.9999'].map(parseDay), ['0001-01-01', '9999-12-31'])
  })

  it('is today where the browser is, late in the evening as well', () => {
    assert.equal(today(new Date(2026, 10, 22, 23, 59)), '2026-11-22')
    assert.equal(today(new Date(2026, 10, 22, 0, 1)), '2026-11-22')
  })

  it('moves by days and months, to the last day where a month is shorter', () => {
    assert.equal(addDays('2026-12-31', 1), '2027-01-01')
    assert.equal(addMonths('2026-12-15', 1), '2027-01-15')
    assert.equal(addMonths('2026-01-31', 1), '2026-02-28')
    assert.equal(addMonths('2026-01-31', -1), '2025-12-31')
  })
})

describe('a time of day', () => {
  it('is read with a colon, a dot or neither', () => {
    assert.deepEqual(['8:30', '08.30', '0830', '23:59'].map(parseTime), ['08:30', '08:30', '08:30', '23:59'])
    assert.deepEqual(['', '24:00', '8:60', '8', 'x'].map(parseTime), Array(5).fill(undefined))
  })
})

describe('a month', () => {
  it('is shown in weeks from Monday to Sunday', () => {
    const weeks = weeksOf('2026-11-22')
    assert.equal(weeks[0]?.[0], '2026-10-26')
    assert.deepEqual(
      weeks.map((week) => week.length),
      Array(6).fill(7),
    )
    assert.ok(weeks.flat().includes('2026-11-01') && weeks.flat().includes('2026-11-30'))
  })

  it('that begins on a Monday begins with its first day', () => {
    assert.equal(weeksOf('2026-06-10')[0]?.[0], '2026-06-01')
  })
})
