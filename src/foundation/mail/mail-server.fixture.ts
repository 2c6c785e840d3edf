import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { MailSettings } from '../config/index.ts'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly content: string
}

export interface MailServer extends AsyncDisposable {
  readonly received: ReceivedMail[]
  readonly settings: MailSettings
}

/**
 * Starts a mail server on this machine. `refuse` returns the reply code for a refused recipient. The user `me` can sign
 * in with the password `secret`.
 */
export async function mailServer(
  refuse: (address: string) => number | undefined = () => undefined,
): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'me' && password === 'secret' ? done(null, { user: 'me' }) : done(new Error('wrong password')),
    onRcptTo({ address }, _, done) {
      const responseCode = refuse(address)
      done(responseCode === undefined ? null : Object.assign(new Error('not here'), { responseCode }))
    },
    async onData(stream, { envelope }, done) {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      // A client that dies in the middle of a mail has sent no mail.
      const content = await text(stream).catch(() => undefined)
      if (content === undefined) return done(new Error('the mail is incomplete'))
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), content })
      done()
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const from = 'Chancery <chancery@example.com>'
  return {
    received,
    settings: { host: '127.0.0.1', port, isTls: false, from },
    [Symbol.asyncDispose]: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

export interface ReadMail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: string
}

/** Reads a mail with a plain and an HTML part, as nodemailer writes it. */
export function readMail({ content }: ReceivedMail): ReadMail {
  const end = content.indexOf('\r\n\r\n')
  const headers = content.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ')
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1]
  const parts = boundary === undefined ? [] : content.slice(end).split(`--${boundary}`)
  const partOf = (type: string): string =>
    decoded(parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? '').replaceAll('\r\n', '\n')
  const subject = /^Subject: (.*)$/m.exec(headers)?.[1]?.trim() ?? ''
  return { subject: words(subject), text: partOf('text/plain'), html: partOf('text/html'), headers }
}

function decoded(part: string): string {
  const end = part.indexOf('\r\n\r\n')
  const [head, body] = [part.slice(0, end), part.slice(end + 4)]
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/quoted-printable/i.test(head)) return body
  return quoted(body.replaceAll('=\r\n', ''))
}

const quoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** Decodes the encoded words of a header. */
const words = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, form, word) =>
      form.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : quoted(word.replaceAll('_', ' ')),
    )
