import type { MailSettings } from './config.ts'
import type { Given } from './settings.ts'

export function readMail(given: Given): MailSettings | undefined {
  const [text, from] = [given('SMTP_URL'), given('MAIL_FROM')]
  if (text === undefined && from === undefined) return undefined
  if (text === undefined || from === undefined) throw new Error('SMTP_URL and MAIL_FROM must be set together')
  const url = URL.parse(text)
  const isTls = url?.protocol === 'smtps:'
  if (
    !url ||
    !(isTls || url.protocol === 'smtp:') ||
    url.hostname === '' ||
    (url.username !== '') !== (url.password !== '')
  )
    throw new Error('SMTP_URL must be like smtps://USER:PASSWORD@HOST:465 or smtp://HOST:587')
  if (!/^([^<>\r\n]*<)?[^\s@<>,]+@[^\s@<>,]+>?$/.test(from))
    throw new Error(`MAIL_FROM is "${from}"; it must be like Chancery <chancery@example.com>`)
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
    isTls,
    ...(url.username !== '' && { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }),
    from,
  }
}
