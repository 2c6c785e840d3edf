import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MailSettings } from '../../../foundation/config/index.ts'
import { mailServer, type ReceivedMail } from '../../../foundation/mail/mail-server.fixture.ts'
import type { WorkOutcome } from '../../execution/work.ts'
import { callWith } from './calls.fixture.ts'
import { mailWork } from './mail-work.ts'

const mail = { to: 'Anna <anna@example.com>', subject: 'Договор 7', text: 'Please check.\n.\nBye' }

function run(
  settings: MailSettings | undefined,
  parameters: Readonly<Record<string, unknown>> = mail,
  more = {},
): Promise<WorkOutcome> {
  const work = mailWork(settings) as Extract<ReturnType<typeof mailWork>, { place: 'outside' }>
  return work.run(callWith(parameters, more))
}

describe('the action mail', () => {
  it('sends a mail to all recipients through the configured server', async () => {
    await using server = await mailServer()
    const call = callWith({})
    const outcome = await run(
      server.settings,
      {
        ...mail,
        to: ['Anna <anna@example.com>', 'boris@example.com'],
        cc: 'c@example.com, d@example.com',
        bcc: 'hidden@example.com',
        replyTo: 'f@example.com',
      },
      { wait: call.wait },
    )
    assert.deepEqual(outcome, {
      type: 'done',
      variables: {
        messageId: `<${call.wait}@example.com>`,
        accepted: ['anna@example.com', 'boris@example.com', 'c@example.com', 'd@example.com', 'hidden@example.com'],
        rejected: [],
      },
    })
    const [{ from, to, content }] = server.received as [ReceivedMail]
    assert.deepEqual([from, to.length], ['chancery@example.com', 5])
    assert.match(content, /^From: Chancery <chancery@example.com>/m)
    assert.match(content, /^Reply-To: f@example.com/m)
    assert.match(content, /^Subject: =\?UTF-8\?/m)
    assert.match(content, /^Date: Mon, 02 Mar 2026 09:00:00 \+0000/m)
    assert.match(content, /Please check\.\r\n\.\r\nBye/)
    assert.ok(!content.includes('hidden@example.com'), 'blind copies are not in the headers')
  })

  it('has the same Message-ID in all attempts, so that a repeated delivery is recognised', async () => {
    await using server = await mailServer()
    const { wait } = callWith({})
    for (const attempt of [1, 2]) await run(server.settings, mail, { wait, attempt })
    const ids = server.received.map(({ content }) => /^Message-ID: (.*)$/m.exec(content)?.[1])
    assert.deepEqual(ids, [`<${wait}@example.com>`, `<${wait}@example.com>`])
  })

  it('signs in with the user and password of the settings', async () => {
    await using server = await mailServer()
    assert.equal((await run({ ...server.settings, user: 'me', password: 'secret' })).type, 'done')
    const wrong = await run({ ...server.settings, user: 'me', password: 'wrong' })
    assert.ok(wrong.type === 'failed' && wrong.isFinal && !wrong.message.includes('secret'), JSON.stringify(wrong))
  })

  it('repeats after a temporary refusal of the mail server and stops after a permanent one', async () => {
    await using server = await mailServer((address) => ({ busy: 451, gone: 550 })[address.split('@')[0]!])
    const busy = await run(server.settings, { ...mail, to: 'busy@example.com' })
    assert.ok(busy.type === 'failed' && busy.isFinal !== true, JSON.stringify(busy))
    const gone = await run(server.settings, { ...mail, to: 'gone@example.com' })
    assert.ok(gone.type === 'failed' && gone.isFinal && gone.message.includes('not here'), JSON.stringify(gone))
    const some = await run(server.settings, { ...mail, to: 'gone@example.com, anna@example.com' })
    assert.deepEqual(some.type === 'done' && some.variables.rejected, ['gone@example.com'])
  })

  it('repeats when the mail server does not answer', async () => {
    const { settings } = await (async () => {
      await using server = await mailServer()
      return server
    })()
    const outcome = await run(settings)
    assert.ok(outcome.type === 'failed' && outcome.isFinal !== true, JSON.stringify(outcome))
  })

  it('refuses line breaks in headers, files, and mails without a recipient', async () => {
    await using server = await mailServer()
    await run(server.settings, { ...mail, subject: 'a\r\nBcc: x@example.com', text: { path: '/etc/passwd' } })
    assert.match(server.received[0]!.content, /^Subject: a Bcc: x@example.com\r$/m)
    assert.match(server.received[0]!.content, /\{"path":"\/etc\/passwd"\}/)
    assert.deepEqual(server.received[0]!.to, ['anna@example.com'])
    for (const [to, message] of [
      [[], 'the mail has no recipient'],
      ['', 'the mail has no recipient'],
      ['anna', '"anna" is not a mail address'],
      ['a@b.c\r\nBcc: x@b.c', 'is not a mail address'],
      [{ address: 'a@b.c' }, 'is not a mail address'],
      [Array(101).fill('a@b.c'), 'at most 100 are allowed'],
    ] as const) {
      const outcome = await run(server.settings, { ...mail, to })
      assert.ok(
        outcome.type === 'failed' && outcome.isFinal && outcome.message.includes(message),
        JSON.stringify(outcome),
      )
    }
    assert.equal(server.received.length, 1)
  })

  it('fails at once when no mail server is configured', async () => {
    assert.deepEqual(await run(undefined), {
      type: 'failed',
      message: 'mail cannot be sent: set SMTP_URL where the server is started',
      isFinal: true,
    })
  })
})
