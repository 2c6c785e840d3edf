import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { operationTitles } from '../../../../scripts/write-console-client.ts'
import type { Translate } from '../../i18n/index.tsx'
import { type Language, translator } from '../../i18n/texts.ts'
import { importCounts, objectTitle, operationTitle } from './audit-words.ts'
import russian from './operation-titles.ru.json' with { type: 'json' }

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const textsOf = (language: Language): Translate =>
  translator(language, { admin: JSON.parse(read(`../../i18n/${language}/admin.json`)) }) as Translate
const t = textsOf('en')
const document = JSON.parse(read('../../../../docs/openapi.json'))

describe('the words of the audit log', () => {
  it('are the summaries of the operations', () => {
    assert.equal(read('./operation-titles.en.json'), operationTitles(document), 'run `npm run docs`')
    assert.equal(operationTitle('setPassword', 'en', t), 'Set the password of a user')
    assert.equal(operationTitle(null, 'en', t), 'Work of the server')
  })

  it('exist in Russian for every operation that can change something', () => {
    const writing = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((methods) =>
      Object.entries(methods).flatMap(([method, { operationId }]) => (method === 'get' ? [] : [operationId])),
    )
    assert.deepEqual(
      writing.filter((name) => !Object.hasOwn(russian, name)),
      [],
    )
    assert.equal(operationTitle('listAudit', 'ru', textsOf('ru')), 'Чтение')
  })

  it('name the kind and the object', () => {
    const applicationName = (path: string) => (path === 'ref.products' ? 'Products' : undefined)
    const title = (object: string, objectName: string | null = null) =>
      objectTitle({ object, objectName }, t, applicationName)
    assert.equal(title('user:01a1fd35-00e4-7000-b188-32117c7901a0', 'Ann Grove'), 'Person · Ann Grove')
    assert.equal(title('element:ref.products/01a1fd35-00e4-7000-b188-32117c7901a0', 'Bolt'), 'Products · Bolt')
    assert.equal(title('access:ref.products'), 'Access rules · Products')
    assert.equal(title('session:01a1fd35-00e4-7000-b188-32117c7901a0'), 'Session')
  })

  it('give the numbers of an import', () => {
    const after = { created: 9998, updated: 0, failed: 2 }
    assert.deepEqual(importCounts({ object: 'import:1', after }), after)
    assert.equal(importCounts({ object: 'import:1', after: { file: 'a.csv' } }), undefined)
  })
})
