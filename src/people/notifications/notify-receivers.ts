import type { Reader, Tx } from '../../foundation/db/database.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { idOfApplication } from '../persons.ts'
import { type NotificationEvent, notificationEvents } from './events.ts'
import { substitutionsOf, type TakenFact, usersNamed } from './facts.store.ts'
import { mailDueAt } from './mail/due-time.ts'
import { type Mailed, putIntoMails } from './mail/mails.store.ts'
import { insertNotifications, type NewNotification } from './notifications.store.ts'
import { type SettingsRow, settingsByUser } from './settings.store.ts'
import { type SettingsDefaults, settingsOf } from './settings.ts'
import { writeText } from './write-text.ts'

/**
 * Maximum number of notifications that one transaction writes, not counting those of substitutes, unless a single
 * fact has more.
 */
const maxNotifications = 20_000

/** Error for facts that together have too many receivers for one transaction. */
export class TooManyReceivers extends Error {
  override readonly name = 'TooManyReceivers'
  /** How many facts, counted from the first, fit into one transaction. */
  readonly fitting: number

  constructor(fitting: number) {
    super('the facts have too many receivers together')
    this.fitting = fitting
  }
}

export interface NotifyOptions {
  readonly now: Date
  readonly defaults: SettingsDefaults
  /** Queue of the mails; undefined when no mail can be sent. */
  readonly mailQueue: string | undefined
}

/**
 * Writes a notification for each receiver of the facts, and puts the notification into a mail if the receiver's
 * settings ask for mail. Returns whether a mail is due at once. Throws `TooManyReceivers` when the facts do not fit
 * into one transaction.
 */
export async function notifyReceivers(tx: Tx, facts: readonly TakenFact[], options: NotifyOptions): Promise<boolean> {
  const { now, defaults, mailQueue } = options
  const receivers = await receiversOf(tx, facts, now)
  const users = await settingsByUser(tx, [...new Set(receivers.flatMap((ids) => [...ids]))])
  const notifications = facts.flatMap((fact, index) =>
    [...receivers[index]!].flatMap((id) => {
      const user = users.get(id)
      return user === undefined || id === fact.by ? [] : notificationFor(fact, user, defaults)
    }),
  )
  if (notifications.length === 0) return false
  const written = await insertNotifications(
    tx,
    notifications.map(({ row }) => row),
  )
  const mailed = notifications.flatMap(({ row, settings, hasMail }): Mailed[] => {
    const dueAt = hasMail && written.has(row.id) ? mailDueAt(settings, now) : undefined
    return dueAt === undefined ? [] : [{ userId: row.user, notification: row.id, dueAt }]
  })
  if (mailQueue === undefined || mailed.length === 0) return false
  await putIntoMails(tx, mailed, { queue: mailQueue, now })
  return mailed.some(({ dueAt }) => dueAt <= now)
}

/**
 * Returns the notification of one user and whether the user gets a mail, as a list of one; an empty list when both
 * channels are off.
 */
function notificationFor(fact: TakenFact, user: SettingsRow, defaults: SettingsDefaults) {
  const settings = settingsOf(user, defaults)
  const event = fact.event as NotificationEvent
  const { kind } = notificationEvents[event]
  const { inApp: isListed, mail } = settings.kinds[kind]
  const hasMail = mail && settings.mail !== 'never' && user.email !== null && user.email !== ''
  if (!isListed && !hasMail) return []
  const details = fact.byName === null ? fact.details : { ...fact.details, by: fact.byName }
  const { key, about, by, at } = fact
  const row: NewNotification = {
    ...{ id: newId(), user: user.userId, key, kind, event, about, by, at, isListed },
    ...writeText(event, details, settings),
  }
  return [{ row, settings, hasMail }]
}

/**
 * Returns the active users whom each fact notifies. Work notifies the substitutes of a receiver, too; a substitute of
 * the kind `instead` is notified in place of the receiver.
 */
async function receiversOf(reader: Reader, facts: readonly TakenFact[], now: Date): Promise<readonly Set<string>[]> {
  const users = await usersNamed(reader, [...new Set(facts.flatMap(({ receivers }) => receivers))])
  const usersOf = (id: string): readonly string[] => users.get(id) ?? []
  let count = 0
  for (const [index, { receivers }] of facts.entries()) {
    count += receivers.reduce((sum, id) => sum + usersOf(id).length, 0)
    if (count > maxNotifications && index > 0) throw new TooManyReceivers(index)
  }
  const receivers = facts.map(({ receivers }) => new Set(receivers.flatMap(usersOf)))
  const isWork = ({ event }: TakenFact): boolean => notificationEvents[event as NotificationEvent].isWork
  const principals = new Set(facts.flatMap((fact, index) => (isWork(fact) ? [...receivers[index]!] : [])))
  if (principals.size === 0) return receivers
  const substitutions = Map.groupBy(await substitutionsOf(reader, [...principals], now), ({ principal }) => principal)
  return receivers.map((direct, index) => {
    const fact = facts[index]!
    return isWork(fact) && substitutions.size > 0 ? withSubstitutes(direct, substitutions, fact.app) : direct
  })
}

type Substitutions = ReadonlyMap<string, Awaited<ReturnType<typeof substitutionsOf>>>

function withSubstitutes(direct: ReadonlySet<string>, substitutions: Substitutions, app: string | null): Set<string> {
  const all = new Set<string>()
  for (const userId of direct) {
    const own = (substitutions.get(userId) ?? []).filter(
      ({ applications }) => applications === null || applications.some((path) => idOfApplication(path) === app),
    )
    if (!own.some(({ kind }) => kind === 'instead')) all.add(userId)
    for (const { substitute } of own) all.add(substitute)
  }
  return all
}
