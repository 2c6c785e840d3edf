import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toStimulus } from './run-work.ts'

it('the result of an activity may quote escapes of characters, but not hold the characters that cannot be stored', () => {
  const resultOf = (text: string) =>
    toStimulus({ wait: 'w' }, { type: 'done', variables: { answer: { body: text } } })?.type
  for (const text of ['\\u0000', '{"name":"\\ud83d\\ude00"}', '\\\\u0000', '😀', '\\ud'])
    assert.equal(resultOf(text), 'complete', text)
  for (const text of ['\u0000', '\ud83d', '\ude00', '\\\u0000', '\\\\\ud83d'])
    assert.equal(resultOf(text), 'fail', JSON.stringify(text))
})
