import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, it, mock } from 'node:test'
import { fileURLToPath } from 'node:url'
import { languages, translator } from './texts.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const areas = globSync(`${folder}en/*.json`).map((path) => basename(path))
const read = (language: string, area: string): Record<string, string> =>
  JSON.parse(readFileSync(`${folder}${language}/${area}`, 'utf8'))
const plural = /_(zero|one|two|few|many|other)$/
const keysOf = (texts: Record<string, string>): string[] => [
  ...new Set(Object.keys(texts).map((key) => key.replace(plural, ''))),
]
const placeholders = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort()

describe('the texts of the console', () => {
  it('have the same areas and keys in every language', () => {
    assert.ok(areas.length > 0)
    for (const area of areas) assert.deepEqual(keysOf(read('ru', area)).sort(), keysOf(read('en', area)).sort(), area)
    assert.equal(globSync(`${folder}ru/*.json`).length, areas.length)
  })

  it('have the same placeholders in every language', () => {
    for (const area of areas) {
      const [english, russian] = [read('en', area), read('ru', area)]
      for (const [key, text] of Object.entries(russian)) {
        const other = english[key] ?? english[key.replace(plural, '_other')] ?? ''
        assert.deepEqual(placeholders(text), placeholders(other), `${area}: ${key}`)
      }
    }
  })

  it('of lists and of the frame around the pages are those that are loaded first', () => {
    const first = new Set(readFileSync(`${folder}en/first.ts`, 'utf8').match(/(?<=import )\w+/g))
    for (const path of globSync(`${folder}../{app/*,elements/list/**/*,fields/**/*,ui/**/*}.{ts,tsx}`)) {
      const used = readFileSync(path, 'utf8').match(/(?<=\bt\(['`])\w+(?=\.)/g) ?? []
      assert.deepEqual(
        used.filter((area) => !first.has(area)),
        [],
        path,
      )
    }
  })

  it('have every plural form that their language needs', () => {
    for (const language of languages) {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
      for (const area of areas) {
        const texts = read(language, area)
        for (const key of Object.keys(texts).filter((each) => each.endsWith('_other')))
          for (const form of forms) assert.ok(texts[key.replace(plural, `_${form}`)], `${language}/${area}: ${key}`)
      }
    }
  })
})

describe('a text', () => {
  const english = translator('en', {
    list: { rows_one: '{{count}} row of {{name}}', rows_other: '{{count}} rows', all: 'All' },
  })
  const russian = translator('ru', {
    list: {
      rows_one: '{{count}} строка',
      rows_few: '{{count}} строки',
      rows_many: '{{count}} строк',
      rows_other: '{{count}} строки',
    },
  })

  it('is found by area and key and takes values', () => {
    assert.equal(english('list.all'), 'All')
    assert.equal(english('list.rows', { count: 1, name: 'x' }), '1 row of x')
  })

  it('takes the plural form of its language', () => {
    assert.equal(english('list.rows', { count: 12345 }), '12,345 rows')
    assert.deepEqual(
      [1, 3, 5, 21].map((count) => russian('list.rows', { count })),
      ['1 строка', '3 строки', '5 строк', '21 строка'],
    )
  })

  it('takes small whole numbers without a number format, and shows them as a number format would', () => {
    const { mock: formats } = mock.method(Intl, 'NumberFormat')
    try {
      const text = translator('en', { list: { rows_other: '{{count}} rows' } })
      assert.equal(text('list.rows', { count: 999 }), '999 rows')
      assert.equal(formats.callCount(), 0)
      assert.equal(text('list.rows', { count: 1000 }), '1,000 rows')
      assert.equal(formats.callCount(), 1)
    } finally {
      formats.restore()
    }
    for (const language of languages) {
      const format = new Intl.NumberFormat(language)
      for (let number = 0; number < 1000; number++) assert.equal(String(number), format.format(number))
    }
  })

  it('that is unknown is shown as its key', () => {
    assert.equal(english('list.missing'), 'list.missing')
  })
})
