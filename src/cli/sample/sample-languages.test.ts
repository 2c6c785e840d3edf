// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { extractText, getDocumentProxy } from 'unpdf'
import type { Language } from '../../foundation/kit/languages.ts'
import { officeFolder, readSample } from '../sample.ts'
import { sampleFile } from './pdf.ts'
import { readSampleData } from './timeline.ts'

const cyrillic = /[\u0400-\u04ff]/
/** Texts of the Russian data without Russian letters: numbers, addresses, logins, codes and other keys. */
const neutral =
  /^(ref|docs|legal|buy|D[+-]|[@$/])|^[\d\W]+$|^[a-z_0-9-]+$|@example\.org|^http|^EX-|^RA\d+RU$|^(PL|N)-\d+$|^(HO|BR|IT-1|OF-1|RUB)$|^\{|^\[counterparty|^(POST|PUT|PATCH)$|\.csv$/

/** Returns every text inside a value, with the keys that lead to it, such as `/people/3/name`. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => textsOf(one, `${path}/${key}`))
}
const data = async (language: Language) => textsOf(await readSampleData(officeFolder, language))

describe('the data of the sample', () => {
  it('has the same shape in both languages', async () => {
    const paths = async (language: Language) => (await data(language)).map(([path]) => path)
    assert.deepEqual(await paths('en'), await paths('ru'))
  })

  it('has no Russian letters in English', async () => {
    assert.deepEqual(
      (await data('en')).filter(([, text]) => cyrillic.test(text)),
      [],
    )
    assert.ok(!cyrillic.test(readFileSync(`${officeFolder}/data/products-en.csv`, 'utf8')))
  })

  it('has Russian letters in all texts in Russian', async () => {
    assert.deepEqual(
      (await data('ru')).filter(
        ([path, text]) => !path.endsWith('/message') && !cyrillic.test(text) && !neutral.test(text),
      ),
      [],
    )
    const products = readFileSync(`${officeFolder}/data/products.csv`, 'utf8')
    assert.deepEqual(products.match(/[a-z]{3,}/gi), ['Code', 'Name', 'Class', 'Unit'])
  })

  it('has as many products in both languages', () => {
    const codes = (file: string) => readFileSync(`${officeFolder}/data/${file}`, 'utf8').match(/^\d\d\.[\d.]+/gm)
    assert.deepEqual(codes('products-en.csv'), codes('products.csv'))
  })

  it('has files whose texts can be found in both languages', async () => {
    for (const text of ['Letter in-01', 'Письмо in-01, «Ёлка» № 5']) {
      const { name, bytes } = sampleFile(text)
      assert.equal(name, `${text}.pdf`)
      const { text: found } = await extractText(await getDocumentProxy(Uint8Array.from(bytes)), { mergePages: true })
      assert.equal(found, text)
    }
  })
})

describe('the definitions of the sample', () => {
  it('are complete in Russian, with the same paths', async () => {
    const folder = `${officeFolder}/data/ru`
    for (const path of globSync('**/*.*', { cwd: folder }))
      assert.ok(readFileSync(`${officeFolder}/${path}`).length > 0, `${path} replaces a file`)
    const [english, russian] = [await readSample('en'), await readSample('ru')]
    assert.equal(russian.code, english.code)
  })

  it('have groups and document templates in one language', () => {
    for (const path of globSync('namespaces/**/{groups,doctemplates}/*.{yaml,html}', { cwd: officeFolder })) {
      assert.ok(!cyrillic.test(readFileSync(`${officeFolder}/${path}`, 'utf8')), path)
      assert.ok(cyrillic.test(readFileSync(`${officeFolder}/data/ru/${path}`, 'utf8')), path)
    }
  })
})
