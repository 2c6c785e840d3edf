import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatsOf } from '../i18n/formats.ts'
import { parseWrittenDay } from './written-day.ts'

describe('a day with a word for its month', () => {
  it('is read as each language writes it', () => {
    for (const language of ['en', 'ru'] as const)
      for (let month = 1; month <= 12; month++) {
        const day = `2025-${String(month).padStart(2, '0')}-23`
        assert.equal(parseWrittenDay(formatsOf(language).date(day), language), day)
      }
  })

  it('may lack its year, and is then a day of this year', () => {
    const now = new Date('2026-05-01T00:00:00Z')
    assert.equal(parseWrittenDay('23 november', 'en', now), '2026-11-23')
    assert.equal(parseWrittenDay('23 мая', 'ru', now), '2026-05-23')
    assert.equal(parseWrittenDay('май 23', 'ru', now), '2026-05-23')
  })

  it('is not found in any other text', () => {
    for (const text of ['', 'Nov', '23', 'Marina 5', 'Feb 30', 'Nov 23 2026 5', 'no 5', '01-03/9'])
      assert.equal(parseWrittenDay(text, 'en'), undefined, text)
  })
})
