import { createTransport } from 'nodemailer'
import type { MailSettings } from '../../foundation/config/index.ts'
import type { Work, WorkCall, WorkOutcome } from '../execution/work.ts'
import { callLimits } from './answer.ts'
import { CallFailed, parametersOf } from './call-headers.ts'

/** Maximum number of recipients of one mail. */
export const maxRecipients = 100
/** Maximum length of the text of a mail in characters. */
export const maxMailChars = 1024 ** 2

/**
 * Creates the work of the action `mail`, which sends a mail through the mail server of the installation. All attempts
 * have the same Message-ID, by which mail servers recognise a repeated mail.
 */
export function mailWork(mail: MailSettings | undefined, open: OpenTransport = openSmtp): Work {
  return {
    action: 'mail',
    place: 'outside',
    async run(call) {
      if (mail === undefined) return final('mail cannot be sent: set SMTP_URL where the server is started')
      try {
        return await send(call, mail, open)
      } catch (error) {
        if (error instanceof CallFailed) return final(error.message)
        return failure(error as SmtpError)
      }
    },
  }
}

/** Sends mails, such as a connection to a mail server. */
export interface MailTransport {
  sendMail(message: ReturnType<typeof messageOf>): Promise<{
    readonly messageId: string
    readonly accepted: readonly unknown[]
    readonly rejected: readonly unknown[]
  }>
  close(): void
}

export type OpenTransport = (mail: MailSettings, timeoutMs: number) => MailTransport

interface SmtpError extends Error {
  readonly code?: string
  readonly responseCode?: number
}

const final = (message: string): WorkOutcome => ({ type: 'failed', message, isFinal: true })

/** Returns the failure for an error of the mail server. A 5xx refusal is final; other errors are repeated. */
function failure({ message, code, responseCode = 0 }: SmtpError): WorkOutcome {
  const isFinal = responseCode >= 500 || (code === 'EENVELOPE' && responseCode === 0)
  const shown = message.slice(0, callLimits.maxShownChars).toWellFormed().replaceAll('\0', '')
  return { type: 'failed', message: `the mail could not be sent: ${shown}`, ...(isFinal && { isFinal }) }
}

async function send(call: WorkCall, mail: MailSettings, open: OpenTransport): Promise<WorkOutcome> {
  const transport = open(mail, Number(call.settings.timeoutMs ?? callLimits.usualMs))
  try {
    const { accepted, rejected, messageId } = await transport.sendMail(messageOf(call, mail.from))
    return { type: 'done', variables: { messageId, accepted: accepted.map(String), rejected: rejected.map(String) } }
  } finally {
    transport.close()
  }
}

function openSmtp({ host, port, isTls, user, password }: MailSettings, timeoutMs: number): MailTransport {
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host)
  return createTransport({
    host,
    port,
    secure: isTls,
    // A password is never sent over a connection without encryption, except on this machine, where none is needed.
    requireTLS: !isTls && user !== undefined && !isLocal,
    ignoreTLS: isLocal,
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Mail contents come from variables, so they must not be able to read files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function messageOf(call: WorkCall, from: string) {
  const { to, cc, bcc, replyTo, subject, text } = parametersOf(call)
  const recipients = { to: addresses(to), cc: addresses(cc), bcc: addresses(bcc) }
  const count = Object.values(recipients).flat().length
  if (count === 0) throw new CallFailed('the mail has no recipient')
  if (count > maxRecipients)
    throw new CallFailed(`the mail has ${count} recipients; at most ${maxRecipients} are allowed`)
  const content = typeof text === 'string' ? text : text === undefined || text === null ? '' : JSON.stringify(text)
  if (content.length > maxMailChars) throw new CallFailed(`the mail is longer than ${maxMailChars} characters`)
  const domain = /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    ...recipients,
    replyTo: addresses(replyTo),
    subject: String(subject ?? '').replaceAll(/[\r\n]+/g, ' '),
    text: content,
    messageId: `<${call.wait}@${domain}>`,
    date: call.now,
  }
}

/** Reads addresses from a comma-separated text or a list of texts. Throws CallFailed. */
function addresses(value: unknown): string[] {
  if (value === undefined || value === null) return []
  const all: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat()
  return all.flatMap((one) => {
    if (typeof one === 'string' && one.trim() === '') return []
    if (typeof one !== 'string' || one.length > 500 || !/^([^<>\r\n@]*<)?[^\s@<>]+@[^\s@<>]+>?$/.test(one.trim()))
      throw new CallFailed(`"${String(one).slice(0, 100)}" is not a mail address`)
    return [one.trim()]
  })
}
