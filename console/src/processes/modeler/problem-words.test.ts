import assert from 'node:assert/strict'
import { it } from 'node:test'
import { textsOf } from '../../i18n/texts.fixture.ts'
import { problemInWords } from './problem-words.ts'

const texts = textsOf('en', 'processes')
const inWords = (message: string) =>
  problemInWords(
    message,
    (id) => ({ Activity_1i7mkmq: 'Check the account' })[id],
    (key) => texts[key.replace('processes.', '')]!,
  )

it('problems name properties as the modeler titles them, and steps as they are drawn', () => {
  assert.equal(
    inWords('the action "http" needs <chancery:setting name="url" …/>'),
    'the action "http" needs “Settings: url”',
  )
  assert.equal(inWords('add <chancery:performer type="…" value="…"/>'), 'add “Performers”')
  assert.equal(inWords('chancery:task: due "x" must be a duration'), 'Task: due "x" must be a duration')
  assert.equal(inWords('the flow to Activity_1i7mkmq has no source'), 'the flow to “Check the account” has no source')
})
