import type { MailSettings } from '../../../foundation/config/index.ts'
import { isMailAddress, type Mail, MailNotSent, type OpenTransport, sendMail } from '../../../foundation/mail/index.ts'
import type { Work, WorkCall, WorkOutcome } from '../../execution/index.ts'
import { callLimits } from './answer.ts'
import { CallFailed, parametersOf } from './call-headers.ts'

/** Maximum number of recipients of one mail. */
const maxRecipients = 100
/** Maximum length of the text of a mail in characters. */
const maxMailChars = 1024 ** 2

/**
 * Creates the work of the action `mail`, which sends a mail through the mail server of the installation. All attempts
 * have the same Message-ID, by which mail servers recognise a repeated mail.
 */
export function mailWork(settings: MailSettings | undefined, open?: OpenTransport): Work {
  return {
    action: 'mail',
    place: 'outside',
    async run(call) {
      if (settings === undefined) return final('mail cannot be sent: set SMTP_URL where the server is started')
      try {
        const timeoutMs = Number(call.settings.timeoutMs ?? callLimits.usualMs)
        const sent = await sendMail(settings, mailOf(call), { timeoutMs, ...(open && { open }) })
        return { type: 'done', variables: { ...sent } }
      } catch (error) {
        if (error instanceof CallFailed) return final(error.message)
        if (!(error instanceof MailNotSent)) throw error
        return { type: 'failed', message: error.message, ...(error.isFinal && { isFinal: true }) }
      }
    },
  }
}

const final = (message: string): WorkOutcome => ({ type: 'failed', message, isFinal: true })

/** Reads the mail from the settings of a call. Throws CallFailed. */
function mailOf(call: WorkCall): Mail {
  const { to, cc, bcc, replyTo, subject, text } = parametersOf(call)
  const recipients = { to: addresses(to), cc: addresses(cc), bcc: addresses(bcc) }
  const count = Object.values(recipients).flat().length
  if (count === 0) throw new CallFailed('the mail has no recipient')
  if (count > maxRecipients)
    throw new CallFailed(`the mail has ${count} recipients; at most ${maxRecipients} are allowed`)
  const content = typeof text === 'string' ? text : text === undefined || text === null ? '' : JSON.stringify(text)
  if (content.length > maxMailChars) throw new CallFailed(`the mail is longer than ${maxMailChars} characters`)
  return {
    ...recipients,
    replyTo: addresses(replyTo),
    subject: String(subject ?? ''),
    text: content,
    id: call.wait,
    date: call.now,
  }
}

/** Reads addresses from a comma-separated text or a list of texts. Throws CallFailed. */
function addresses(value: unknown): string[] {
  if (value === undefined || value === null) return []
  const all: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat()
  return all.flatMap((one) => {
    if (typeof one === 'string' && one.trim() === '') return []
    if (typeof one !== 'string' || !isMailAddress(one.trim()))
      throw new CallFailed(`"${String(one).slice(0, 100)}" is not a mail address`)
    return [one.trim()]
  })
}
