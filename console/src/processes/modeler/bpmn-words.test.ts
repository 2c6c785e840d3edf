import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { textsOf } from '../../i18n/texts.fixture.ts'
import { languages } from '../../i18n/texts.ts'
import { wordsModule } from './bpmn-words.ts'

const source = (path: string): string =>
  readFileSync(new URL(`../../../../node_modules/bpmn-js/lib/features/${path}`, import.meta.url), 'utf8')

describe('the names of the tools of bpmn-js', () => {
  it('all have a name in every language', () => {
    const menus = source('popup-menu/PopupEntries.js').matchAll(/label: '([^']+)'/g)
    const pad = source('context-pad/ContextPadProvider.js').matchAll(/translate\('([^']+)'/g)
    const used = [...menus, ...pad].map(([, name]) => name!)
    assert.ok(used.length > 60)
    for (const language of languages) {
      const words = textsOf(language, 'bpmn')
      assert.deepEqual(
        used.filter((name) => !Object.hasOwn(words, name)),
        [],
        language,
      )
    }
  })

  it('stay English in English, and keep their parts', () => {
    const [, english] = wordsModule(textsOf('en', 'bpmn')).translate as [
      string,
      (text: string, parts?: object) => string,
    ]
    const [, russian] = wordsModule(textsOf('ru', 'bpmn')).translate as [string, typeof english]
    assert.equal(english('Open {element}', { element: 'A' }), 'Open A')
    assert.equal(russian('Open {element}', { element: 'A' }), 'Открыть A')
    assert.equal(russian('Something new'), 'Something new')
  })
})
