import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { operationTitles } from '../../../../scripts/write-console-client.ts'
import type { Translate } from '../../i18n/index.tsx'
import { textsOf } from '../../i18n/texts.fixture.ts'
import { type Language, languages, translator } from '../../i18n/texts.ts'
import { importCounts, objectTitle, operationTitle } from './audit-words.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const translate = (language: Language): Translate =>
  translator(language, { admin: textsOf(language, 'admin') }) as Translate
const t = translate('en')
const titles = textsOf('en', 'operations')
const document = JSON.parse(read('../../../../docs/openapi.json'))

describe('the words of the audit log', () => {
  it('are the summaries of the operations', () => {
    assert.equal(read('../../../../texts/en/operations.json'), operationTitles(document), 'run `npm run docs`')
    assert.equal(operationTitle('setPassword', titles, t), 'Set the password of a user')
    assert.equal(operationTitle(null, titles, t), 'Work of the server')
  })

  it('exist in every language for every operation that can change something', () => {
    const writing = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((methods) =>
      Object.entries(methods).flatMap(([method, { operationId }]) => (method === 'get' ? [] : [operationId])),
    )
    for (const language of languages) {
      const known = textsOf(language, 'operations')
      assert.deepEqual(
        writing.filter((name) => !Object.hasOwn(known, name)),
        [],
        language,
      )
    }
    assert.equal(operationTitle('listAudit', textsOf('ru', 'operations'), translate('ru')), 'Чтение')
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
