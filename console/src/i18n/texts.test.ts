import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it, mock } from 'node:test'
import { fileURLToPath } from 'node:url'
import { firstAreas } from './areas.ts'
import { languages, nameOfLanguage, translator } from './texts.ts'

const source = fileURLToPath(new URL('..', import.meta.url))

it('the texts of lists and of the frame around the pages are those that are loaded first', () => {
  for (const path of globSync(`${source}{app/*,elements/list/**/*,fields/**/*,ui/**/*}.{ts,tsx}`)) {
    const used = readFileSync(path, 'utf8').match(/(?<=\bt\(['`])\w+(?=\.)/g) ?? []
    assert.deepEqual(
      used.filter((area) => !firstAreas.includes(area)),
      [],
      path,
    )
  }
})

it('a language is called by its own name', () => {
  assert.deepEqual([nameOfLanguage('en'), nameOfLanguage('ru')], ['English', 'Русский'])
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
