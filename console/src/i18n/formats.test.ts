import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dateLocaleOf, formatsOf } from './formats.ts'
import { textsOf } from './texts.fixture.ts'
import { type Language, translator } from './texts.ts'

const inLanguage = (language: Language) => {
  const text = translator(language, { ui: textsOf(language, 'ui') })
  return formatsOf(language, { bytesText: (count) => text('ui.bytes', { count }) })
}
const [english, russian] = [inLanguage('en'), inLanguage('ru')]
/** Returns the text with plain spaces. `Intl` separates numbers and units by several kinds of spaces. */
const plain = (text: string): string => text.replace(/\s/g, ' ')

describe('a size', () => {
  it('is shown in the largest unit that it fills, in decimal steps', () => {
    const sizes = [0, 990, 1000, 12_345, 999_400, 1_500_000, 2_000_000_000]
    assert.deepEqual(sizes.map(english.bytes).map(plain), ['0 B', '990 B', '1 kB', '12 kB', '999 kB', '1.5 MB', '2 GB'])
  })

  it('is never shown as a thousand of a unit', () => {
    assert.deepEqual([999_600, 999_999_999].map(english.bytes).map(plain), ['1 MB', '1 GB'])
  })

  it('has the plural form of bytes in Russian', () => {
    const sizes = [1, 2, 5, 21, 990, 1000, 1_500_000]
    const expected = ['1 байт', '2 байта', '5 байт', '21 байт', '990 байт', '1 кБ', '1,5 МБ']
    assert.deepEqual(sizes.map(russian.bytes).map(plain), expected)
  })
})

describe('a date', () => {
  it('without a time is the same day wherever the user is', () => {
    assert.equal(english.date('2026-11-22'), 'Nov 22, 2026')
    assert.equal(plain(russian.date('2026-11-22')), '22 нояб. 2026 г.')
  })

  it('is written as in the region of the browser, in the language of the user', () => {
    const dates = (language: string, ...preferred: string[]): string => {
      const { date, shortDate } = formatsOf(language, {
        now: () => Date.UTC(2026, 5),
        dateLocale: dateLocaleOf(language, preferred),
      })
      return plain(`${date('2026-11-22')}, ${shortDate('2026-11-22')}`)
    }
    assert.equal(dates('en', 'ru-RU', 'en-GB', 'en-US'), '22 Nov 2026, 22 Nov')
    assert.equal(dates('en', 'en-US', 'en-GB'), 'Nov 22, 2026, Nov 22')
    assert.equal(dates('en', 'de-DE'), 'Nov 22, 2026, Nov 22')
    assert.equal(dates('ru', 'en-GB'), '22 нояб. 2026 г., 22 нояб.')
  })

  it('that is none is shown as it is', () => {
    assert.equal(english.date('soon'), 'soon')
    assert.equal(english.relative('soon'), 'soon')
  })
})

describe('a duration', () => {
  it('has two units at most', () => {
    const durations = [340, 5_000, 125_000, 7_500_000, 90_000_000]
    assert.deepEqual(durations.map(english.duration).map(plain), [
      ...['340 ms', '5 sec', '2 min 5 sec', '2 hr 5 min', '1 day 1 hr'],
    ])
  })
})
