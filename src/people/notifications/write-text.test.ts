import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languages } from '../../foundation/kit/languages.ts'
import { type NotificationEvent, notificationEvents } from './events.ts'
import { writeText } from './write-text.ts'

const events = Object.keys(notificationEvents) as NotificationEvent[]
const details = {
  ...{ subject: 'S', process: 'P', due: '2026-03-02T09:00:00Z', by: 'B', reason: 'R', comment: 'C', question: 'Q' },
  ...{
    answer: 'A',
    file: 'F',
    application: 'N',
    created: 1,
    updated: 2,
    unchanged: 3,
    failed: 4,
    problem: 'X',
    text: 'T',
    kind: 'export',
    since: '2026-03-01T09:00:00Z',
    processed: 5,
  },
}
const moscow = { timeZone: 'Europe/Moscow' }

describe('the text of a notification', () => {
  it('exists for each event in each language, and shows every value that the event has', () => {
    for (const language of languages)
      for (const event of events) {
        const { title, text } = writeText(event, details, { language, ...moscow })
        assert.match(title, /[SFN]/)
        assert.doesNotMatch(title + text, /undefined|null/, `${event} in ${language}`)
        if (event.startsWith('task.')) assert.match(text, /P\n/)
      }
  })

  it('leaves out lines without a value', () => {
    for (const language of languages)
      for (const event of events.filter((one) => one.startsWith('task.'))) {
        const given = { subject: 'S', process: 'P', due: null, by: 'B' }
        const { text } = writeText(event, given, { language, ...moscow })
        assert.doesNotMatch(text, /undefined|Due|Срок|\n$/, event)
      }
  })

  it('shows times in the language and the time zone of the user', () => {
    assert.match(writeText('task.new', details, { language: 'en', ...moscow }).text, /Due: Mar 2, 2026, 12:00\sPM/)
    assert.match(writeText('task.new', details, { language: 'ru', ...moscow }).text, /Срок: 2 мар. 2026 г., 12:00/)
  })

  it('has a title of one line and limited length', () => {
    const subject = `a\r\nb\t${'x'.repeat(2_000)}`
    const { title } = writeText('message', { subject, text: 'y'.repeat(30_000) }, { language: 'en', ...moscow })
    assert.match(title, /^a b x+$/)
    assert.equal(title.length, 500)
  })
})
