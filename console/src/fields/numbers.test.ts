import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languages } from '../i18n/texts.ts'
import { parseCents, parseNumber } from './numbers.ts'

const inEnglish = (text: string) => parseNumber(text, 'en')
const inRussian = (text: string) => parseNumber(text, 'ru')

describe('a typed number', () => {
  it('may have spaces between thousands and a comma or a point', () => {
    for (const read of [inEnglish, inRussian])
      assert.deepEqual(['12', '-1,5', '1 234 567.25', '1\u00a0000', '.5'].map(read), [12, -1.5, 1234567.25, 1000, 0.5])
  })

  it('has commas between thousands in English, and a comma before the fraction in Russian', () => {
    assert.deepEqual(['1,234', '12,345.67', '1,234,567'].map(inEnglish), [1234, 12345.67, 1234567])
    assert.equal(inRussian('1,234'), 1.234)
  })

  it('is read as it is shown', () => {
    for (const language of languages)
      for (const number of [0, 1.5, 1234, -98765.43, 1234567])
        assert.equal(parseNumber(new Intl.NumberFormat(language).format(number), language), number)
  })

  it('is nothing else', () => {
    assert.deepEqual(['', 'a', '1,2,3', '1e5', '--1', '.', '1,23,456'].map(inEnglish), Array(7).fill(undefined))
  })

  it('becomes whole hundredths as an amount', () => {
    const read = (text: string) => parseCents(text, 'ru')
    assert.deepEqual(['19,99', '0.1', '1 000', 'x'].map(read), [1999, 10, 100_000, undefined])
  })
})
