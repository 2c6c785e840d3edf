import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { planSentence } from './plan-sentence.ts'
import russian from './plan-sentences.ru.json' with { type: 'json' }

const server = fileURLToPath(new URL('../../../src', import.meta.url))
const tag = 'phrase`'

/** Returns the template of the template literal that begins at `from`: its text with numbers in place of its values. */
function templateAt(source: string, from: number): string {
  let [template, values] = ['', 0]
  for (let at = from; source[at] !== '`'; at++) {
    if (!source.startsWith('${', at)) template += source[at]
    else {
      template += `{${values++}}`
      at = endOfValue(source, at + 2)
    }
  }
  return template
}

/** Returns the position of the brace that closes a value. */
function endOfValue(source: string, from: number): number {
  let depth = 1
  for (let at = from; ; at++) {
    if (source[at] === '{') depth++
    if (source[at] === '}') depth--
    if (depth === 0) return at
  }
}

const templates = globSync(`${server}/**/*.ts`, { exclude: ['**/*.test.ts', '**/*.fixture.ts'] }).flatMap((file) => {
  const source = readFileSync(file, 'utf8').replaceAll(/^ *(?:\/?\*|\/\/).*$/gm, '')
  return [...source.matchAll(RegExp(tag, 'g'))].map(({ index }) => templateAt(source, index + tag.length))
})

describe('the sentences of plans', () => {
  it('all have a Russian translation with the same values', () => {
    assert.ok(templates.length > 100)
    const words = templates.filter((template) => /[a-z]/i.test(template.replaceAll(/\{\d+\}/g, '')))
    assert.deepEqual(
      words.filter((template) => !Object.hasOwn(russian, template)),
      [],
    )
    const valuesIn = (text: string): string => [...new Set(text.match(/\{\d+\}/g))].sort().join()
    const different = Object.entries(russian).filter(([one, other]) => valuesIn(one) !== valuesIn(other))
    assert.deepEqual(different, [])
  })

  it('are translated with their parts, and stay English in English', () => {
    const part = { template: 'gets the value "{0}"', values: ['x'] }
    const change = {
      sentence: 'the field "a" gets the value "x"',
      template: 'the field "{0}" {1}',
      values: ['a', part],
    }
    assert.equal(planSentence(change, 'en'), change.sentence)
    assert.equal(planSentence(change, 'ru'), 'поле «a»: добавляется значение «x»')
    const list = { sentence: '', template: '{0}; {1}', values: [part, part] }
    assert.equal(planSentence(list, 'ru'), 'добавляется значение «x»; добавляется значение «x»')
    const unknown = { sentence: 'something new', template: 'something new', values: [] }
    assert.equal(planSentence(unknown, 'ru'), 'something new')
  })
})
