import type { MailSettings } from '../../../foundation/config/index.ts'
import type { Database } from '../../../foundation/db/database.ts'
import type { Job } from '../../../foundation/jobs/index.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import type { Log } from '../../../foundation/kit/log.ts'
import { isMailAddress, MailNotSent, sendMail } from '../../../foundation/mail/index.ts'
import { type SeenElements, unseenOf } from '../comment-texts.ts'
import { settingsByUser } from '../settings.store.ts'
import { type SettingsDefaults, settingsOf } from '../settings.ts'
import { beginMail, endMail, itemsOfMail, type MailItem, type MailKey } from './mails.store.ts'
import { writeMail } from './write-mail.ts'

/** Maximum number of notifications that one mail shows. */
const maxItems = 100
const timeoutMs = 30_000
/** Time after which a mail that could not be sent is given up, in milliseconds. */
const giveUpAfterMs = 3 * 24 * 60 * 60 * 1000

export interface DeliverMailDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly smtp: MailSettings
  readonly defaults: SettingsDefaults
  readonly baseUrl: () => string
  readonly seenElements: SeenElements
}

/**
 * Sends a mail with notifications. A mail is sent at least once: a node that dies
 * after the mail server took the mail, and before the mail is marked as sent, leaves a job that sends it again with the
 * same Message-ID. Throws when another attempt may succeed.
 */
export async function deliverMail(deps: DeliverMailDeps, { data: key }: Job<MailKey>): Promise<void> {
  const { database, clock, log, smtp } = deps
  const dueAt = await beginMail(database.single, key)
  if (dueAt === undefined) return
  const now = new Date(clock.nowMs())
  const end = (state: 'sent' | 'dropped' | 'failed', problem?: string): Promise<void> =>
    endMail(database.single, key, { state, at: now, ...(problem !== undefined && { problem }) })
  const isLate = now.getTime() - dueAt.getTime() > giveUpAfterMs
  const mail = await mailOf(deps, key)
  if (mail === undefined) return end('dropped')
  try {
    if (isLate) throw new MailNotSent('the mail could not be sent for three days', true)
    if (!isMailAddress(mail.to)) throw new MailNotSent('the user has no valid mail address', true)
    await sendMail(smtp, { ...mail, to: [mail.to], id: key.mail, date: now, isAutomatic: true }, { timeoutMs })
  } catch (error) {
    if (!(error instanceof MailNotSent) || !error.isFinal) throw error
    log('warn', 'a mail with notifications was given up', { user: key.user, mail: key.mail, error })
    return end('failed', error.message)
  }
  await end('sent')
}

/**
 * Returns a mail with its current content; undefined when there is nothing to send, because the user was blocked, has
 * no mail address, wants no mail any more, has read everything, or may no longer read what the comments are about.
 */
async function mailOf({ database, defaults, baseUrl, seenElements }: DeliverMailDeps, key: MailKey) {
  const user = (await settingsByUser(database.single, [key.user])).get(key.user)
  if (user?.email === undefined || user.email === null || user.email === '') return undefined
  const settings = settingsOf(user, defaults)
  if (settings.mail === 'never') return undefined
  const kinds = Object.entries(settings.kinds).flatMap(([kind, { mail }]) => (mail ? [kind] : []))
  const found = await itemsOfMail(database.single, key, { kinds, maxCount: maxItems })
  // A comment belongs to its element: the text is not sent to a user who lost the right to the element meanwhile.
  const unseen = await unseenOf(
    seenElements,
    key.user,
    found.items.filter(({ kind }) => kind === 'comment'),
  )
  const isShown = ({ kind, about }: MailItem): boolean =>
    kind !== 'comment' || about.type !== 'element' || !unseen.includes(about.id)
  const items = found.items.filter(isShown)
  const total = found.total - (found.items.length - items.length)
  if (items.length === 0) return undefined
  const { language } = settings
  return { to: user.email, ...writeMail({ items, total }, { language, baseUrl: baseUrl() }) }
}
