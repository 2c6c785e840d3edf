import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conjunction, type Phrase, partsOf, phrase } from '../../../src/foundation/kit/phrase.ts'
import { textsOf } from '../i18n/texts.fixture.ts'
import type { Language } from '../i18n/texts.ts'
import { planSentence } from './plan-sentence.ts'

const inLanguage = (sentence: Phrase, language: Language): string =>
  planSentence({ sentence: sentence.text, ...partsOf(sentence) }, language, textsOf(language, 'plan'))

describe('the sentences of plans', () => {
  it('are translated with their parts, and stay as the server wrote them in English', () => {
    const change = phrase('fieldChange', 'a', phrase('getsValue', 'x'))
    assert.equal(inLanguage(change, 'en'), 'the field "a" gets the value "x"')
    assert.equal(inLanguage(change, 'ru'), 'поле «a»: добавляется значение «x»')
    const note = phrase('changeAndNote', change, phrase('runningInstances', 3))
    assert.equal(inLanguage(note, 'ru'), 'поле «a»: добавляется значение «x»; продолжает работу экземпляров: 3')
    const unique = phrase('addsUniqueKey', conjunction(['a', 'b', 'c', 'd']))
    assert.equal(inLanguage(unique, 'en'), 'no two elements may share a and b and c and d')
    assert.equal(inLanguage(unique, 'ru'), 'у двух элементов не может совпадать a, b, c и d')
  })

  it('stay English as a whole when a part has no text in the language', () => {
    const part = { key: 'somethingNew', template: 'something new', values: [] }
    const change = { sentence: 'the field "a" something new', template: '', key: 'fieldChange', values: ['a', part] }
    assert.equal(planSentence(change, 'ru', textsOf('ru', 'plan')), change.sentence)
  })
})
