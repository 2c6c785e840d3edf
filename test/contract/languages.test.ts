// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { languages, sourceLanguage } from '../../src/foundation/kit/languages.ts'

const areas = areasOf(sourceLanguage)
/** Titles of operations that only read may be missing: all of them are called the same then. */
const optional = new Set(['operations'])
const others = languages.filter((language) => language !== sourceLanguage)

function areasOf(language: string): string[] {
  return globSync(`texts/${language}/*.json`).map((path) => basename(path, '.json'))
}

/** Returns the texts of a file by their keys. A title and the lines below it count as one text. */
function textsOf(language: string, area: string): Map<string, string> {
  const texts: Record<string, unknown> = JSON.parse(readFileSync(`texts/${language}/${area}.json`, 'utf8'))
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
  return new Map(Object.entries(texts).map(([key, value]) => [key, textOf(value)]))
}

const plural = /_(zero|one|two|few|many|other)$/
const withoutPlural = (key: string): string => key.replace(plural, '')
const placeholders = (text: string): string[] => [...new Set(text.match(/\{\{?\w+\}?\}/g) ?? [])].sort()

describe('the texts of each language', () => {
  it('are in the same files', () => {
    assert.ok(areas.length > 20)
    for (const language of others) assert.deepEqual(areasOf(language), areas, language)
  })

  for (const area of areas) {
    const source = textsOf(sourceLanguage, area)
    const keys = new Set([...source.keys()].map(withoutPlural))
    it(`have the same keys and placeholders: ${area}`, () => {
      for (const language of others) {
        const texts = textsOf(language, area)
        const own = new Set([...texts.keys()].map(withoutPlural))
        assert.deepEqual(
          [...own].filter((key) => !keys.has(key)),
          [],
          language,
        )
        if (!optional.has(area))
          assert.deepEqual(
            [...keys].filter((key) => !own.has(key)),
            [],
            language,
          )
        for (const [key, text] of texts) {
          const english =
            source.get(key) ?? source.get(withoutPlural(key)) ?? source.get(`${withoutPlural(key)}_other`)!
          assert.deepEqual(placeholders(text), placeholders(english), `${language}/${area}: ${key}`)
        }
      }
    })

    it(`have every plural form that the language needs: ${area}`, () => {
      const missing = languages.flatMap((language) => {
        const texts = textsOf(language, area)
        const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
        return [...texts.keys()]
          .filter((key) => key.endsWith('_other'))
          .flatMap((key) => forms.map((form) => `${withoutPlural(key)}_${form}`))
          .filter((key) => !texts.get(key))
          .map((key) => `${language}/${area}: ${key}`)
      })
      assert.deepEqual(missing, [])
    })
  }
})

it('the documents of each language have its dates and numbers', () => {
  for (const language of languages) {
    const { locale } = JSON.parse(readFileSync(`texts/${language}/documents.json`, 'utf8'))
    assert.equal(new Intl.Locale(locale).language, new Intl.Locale(language).language)
  }
})

describe('code', () => {
  it('uses every sentence of plans', () => {
    const source = globSync('src/**/*.ts')
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n')
    const used = new Set([...source.matchAll(/\bphrase\(\s*'(\w+)'/g)].map(([, key]) => key!))
    const keys = [...textsOf(sourceLanguage, 'plan').keys()].map(withoutPlural)
    assert.deepEqual(
      keys.filter((key) => !used.has(key)),
      [],
    )
  })

  it('knows languages by the list alone', () => {
    const named =
      /[lL]anguage\)? ?[!=]==? ?'\w\w'|'\w\w' ?[!=]==? ?\w*[lL]anguage|\b(en|ru)\b['"]? ?\| ?['"]?\b(en|ru)\b|\['en', 'ru'\]/
    const list = /\/languages\.ts$|console\/src\/api\/(first-)?operations\.ts$/
    const wrong = globSync('{src,console/src}/**/*.{ts,tsx}')
      .filter((path) => !/\.(test|fixture)\.tsx?$/.test(path) && !list.test(path))
      .filter((path) => named.test(readFileSync(path, 'utf8')))
    assert.deepEqual(wrong, [])
  })
})

describe('one more language', () => {
  it('is a folder of texts and one word in the list', async () => {
    const added = ['de', 'fr', 'eo'].find((code) => !languages.some((language) => language === code))!
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chancery-texts-'))
    cpSync('texts', folder.path, { recursive: true })
    for (const area of areas) {
      mkdirSync(join(folder.path, added), { recursive: true })
      const marked = JSON.parse(readFileSync(`texts/en/${area}.json`, 'utf8'), (_, value) =>
        typeof value === 'string' && area !== 'documents' ? `»${value}` : value,
      )
      writeFileSync(join(folder.path, added, `${area}.json`), JSON.stringify(marked))
    }
    const own = JSON.stringify(`${pathToFileURL(folder.path)}/`)
    const change = `
      import { registerHooks } from 'node:module'
      registerHooks({ load(url, context, next) {
        const loaded = next(url, context)
        if (!/(languages|console.texts)\\.ts$/.test(url)) return loaded
        const source = String(loaded.source).replace(/languages = \\[(.*?)\\] as const/, "languages = [$1, '${added}'] as const")
        return { ...loaded, source: source.replace(/new URL\\('[./]+texts\\/', import.meta.url\\)/, 'new URL(' + ${JSON.stringify(own)} + ')') }
      } })`
    const program = fileURLToPath(new URL('./third-language.fixture.ts', import.meta.url))
    const words = ['--import', `data:text/javascript,${encodeURIComponent(change)}`, program]
    const { stdout } = await promisify(execFile)(process.execPath, words)
    assert.deepEqual(JSON.parse(stdout), {
      languages: [...languages, added],
      configured: added,
      notification: '»New task: Report',
      mail: '»3 notifications',
      plan: [
        '»the field "kind" »gets the value "x"',
        `»no two elements may share ${new Intl.ListFormat(added).format(['a', 'b'])}`,
      ],
      console: '»Sign in to Chancery',
      bundle: true,
      client: true,
    })
  })
})
