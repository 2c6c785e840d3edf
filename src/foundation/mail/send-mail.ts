import { createTransport } from 'nodemailer'
import type { MailSettings } from '../config/index.ts'

/** A mail. Addresses are checked by the caller, with `isMailAddress`. */
export interface Mail {
  readonly to: readonly string[]
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly replyTo?: readonly string[]
  /** The subject; line breaks become spaces. */
  readonly subject: string
  readonly text: string
  readonly html?: string
  /**
   * An id that is the same in all attempts. The Message-ID consists of it, so that mail servers recognise a repeated
   * mail.
   */
  readonly id: string
  readonly date: Date
  /** Whether the mail is sent by a program, so that absence notes do not answer it. */
  readonly isAutomatic?: boolean
}

export interface SentMail {
  readonly messageId: string
  readonly accepted: readonly string[]
  readonly rejected: readonly string[]
}

/** The mail server did not accept a mail. `isFinal` is true when another attempt would fail as well. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent'
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}

interface MailTransport {
  sendMail(message: ReturnType<typeof messageOf>): Promise<{
    readonly messageId: string
    readonly accepted: readonly unknown[]
    readonly rejected: readonly unknown[]
  }>
  close(): void
}

export type OpenTransport = (settings: MailSettings, timeoutMs: number) => MailTransport

export interface SendOptions {
  readonly timeoutMs: number
  /** Opens the connection; SMTP by default. */
  readonly open?: OpenTransport
}

/** Maximum number of characters of an answer of the mail server in an error message. */
const maxShownChars = 500

/**
 * Sends a mail. Throws MailNotSent. A 5xx answer of the mail server is final, and so is a mail whose sender or
 * receivers are not valid addresses.
 */
export async function sendMail(
  settings: MailSettings,
  mail: Mail,
  { timeoutMs, open = openSmtp }: SendOptions,
): Promise<SentMail> {
  const transport = open(settings, timeoutMs)
  try {
    const { accepted, rejected, messageId } = await transport.sendMail(messageOf(mail, settings.from))
    return { messageId, accepted: accepted.map(String), rejected: rejected.map(String) }
  } catch (error) {
    throw failureOf(error as SmtpError)
  } finally {
    transport.close()
  }
}

interface SmtpError extends Error {
  readonly code?: string
  readonly responseCode?: number
}

function failureOf({ message, code, responseCode = 0 }: SmtpError): MailNotSent {
  const isFinal = responseCode >= 500 || (code === 'EENVELOPE' && responseCode === 0)
  const shown = message.slice(0, maxShownChars).toWellFormed().replaceAll('\0', '')
  return new MailNotSent(`the mail could not be sent: ${shown}`, isFinal)
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

function messageOf(
  { to, cc = [], bcc = [], replyTo = [], subject, text, html, id, date, isAutomatic }: Mail,
  from: string,
) {
  const domain = /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    to: [...to],
    cc: [...cc],
    bcc: [...bcc],
    replyTo: [...replyTo],
    subject: subject.replaceAll(/[\r\n]+/g, ' '),
    text,
    ...(html !== undefined && { html }),
    ...(isAutomatic && { headers: { 'Auto-Submitted': 'auto-generated' } }),
    messageId: `<${id}@${domain}>`,
    date,
  }
}

/** Maximum length of a mail address with its name. */
const maxAddressChars = 500

/** An address without a name. Characters that separate addresses or begin a comment are not allowed anywhere in it. */
const plain = String.raw`[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}]+`
const named = String.raw`(?:"[^"\\\p{Cc}]*"|[^<>@,;:"()\p{Cc}]*) *<${plain}>`
const address = new RegExp(`^(?:${plain}|${named})$`, 'u')
const addressOnly = new RegExp(`^${plain}$`, 'u')

/** Returns whether a text is one mail address, such as `anna@example.com` or `Anna <anna@example.com>`. */
export const isMailAddress = (text: string): boolean => text.length <= maxAddressChars && address.test(text)

/** Returns whether a text is one mail address without a name, such as `anna@example.com`. */
export const isPlainMailAddress = (text: string): boolean => text.length <= maxAddressChars && addressOnly.test(text)
