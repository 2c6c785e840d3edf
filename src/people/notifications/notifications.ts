import type { MailSettings } from '../../foundation/config/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { Jobs, PeriodicJob } from '../../foundation/jobs/index.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Log } from '../../foundation/kit/log.ts'
import { type Lists, type Page, readListRequest } from '../../query/index.ts'
import type { Caller } from '../caller.ts'
import { userNotFound } from '../errors.ts'
import { changeSettings } from './change-settings.ts'
import { type SeenElements, unseenCommented } from './comment-texts.ts'
import type { NotificationKind } from './events.ts'
import { writeFacts } from './facts.store.ts'
import { factRow, type Tell } from './facts.ts'
import { deliverMail } from './mail/deliver-mail.ts'
import type { MailKey } from './mail/mails.store.ts'
import { notificationSource } from './notification-source.ts'
import { countUnread, deleteOld, isOfUser, markRead } from './notifications.store.ts'
import { Notifier } from './notifier.ts'
import { settingsByUser } from './settings.store.ts'
import { type NotificationSettings, type SettingsChange, type SettingsDefaults, settingsOf } from './settings.ts'

const mailQueue = 'notification-mails'
const mailConcurrency = 4
const maxRetryDelayS = 1_800
/** Interval at which this node polls for facts that other nodes have left, in milliseconds. */
const pollIntervalMs = 2_000
/** Time for which notifications are kept, in milliseconds. */
const retentionMs = 365 * 24 * 60 * 60 * 1000
const cleanEveryMs = 24 * 60 * 60 * 1000
const maxDeleted = 5_000

export interface NotificationFilter {
  readonly unread?: boolean | undefined
  readonly kind?: NotificationKind | undefined
}

export interface NotificationsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Jobs
  readonly lists: Lists
  /** Mail server; undefined when no mail is sent. */
  readonly mail: MailSettings | undefined
  /** Returns the address of this installation, for links. */
  readonly baseUrl: () => string
  /** Language and time zone of users who have chosen none. */
  readonly defaults: SettingsDefaults
  readonly seenElements: SeenElements
}

/** Creates the notifications. Registers the queue of mails with `jobs`, and follows the clock of `jobs`. */
export async function createNotifications(deps: NotificationsDeps): Promise<Notifications> {
  const { jobs, mail: smtp } = deps
  const notifications = new Notifications(deps)
  if (smtp !== undefined) {
    const options = {
      concurrency: mailConcurrency,
      retryLimit: 100_000,
      retryDelayS: 5,
      retryDelayMaxS: maxRetryDelayS,
    }
    await jobs.work<MailKey>(mailQueue, (job) => deliverMail({ ...deps, smtp }, job), options)
  }
  jobs.followClock({ untilNextMs: async () => undefined, settle: () => notifications.settle() })
  return notifications
}

/** Notifications of users, in the application and by mail. */
export class Notifications {
  readonly #deps: NotificationsDeps
  readonly #notifier: Notifier
  readonly periodic: readonly PeriodicJob[] = [
    { name: 'notify people', everyMs: pollIntervalMs, on: 'every node', run: () => this.settle() },
    { name: 'remove old notifications', everyMs: cleanEveryMs, on: 'one node', run: () => this.#removeOld() },
  ]

  constructor(deps: NotificationsDeps) {
    const { mail, jobs } = deps
    this.#deps = deps
    this.#notifier = new Notifier({
      ...deps,
      mailQueue: mail && mailQueue,
      mailsDue: () => jobs.nudge(mailQueue),
    })
  }

  /**
   * Writes facts in the transaction of the action that causes them. The receivers get their notifications after the
   * commit.
   */
  readonly tell: Tell = async (tx, facts) => {
    const addressed = facts.filter(({ to }) => to.length > 0)
    if (addressed.length === 0) return
    const at = new Date(this.#deps.clock.nowMs()).toISOString()
    await writeFacts(
      tx,
      addressed.map((fact) => factRow(fact, at)),
    )
    tx.afterCommit(async () => this.wake())
  }

  /**
   * Schedules the notifications of facts that a statement has inserted into `notification_fact` itself. Call it after
   * the commit.
   */
  wake(): void {
    this.#notifier.wake()
  }

  /** Processes all committed facts. Returns whether there were any. */
  settle(): Promise<boolean> {
    return this.#notifier.settle()
  }

  /** Lists the notifications of the caller, newest first. `list` is a list body. */
  async list({ userId }: Caller, { unread, kind }: NotificationFilter, list: unknown): Promise<Page> {
    const { database, clock, lists, seenElements } = this.#deps
    const unseen = await unseenCommented(database.reader, seenElements, userId)
    const source = notificationSource(
      (n) => sql`${isOfUser(userId, n)}
          and ${unread === undefined ? sql`true` : unread ? sql`${n}.read_at is null` : sql`${n}.read_at is not null`}
          and ${kind === undefined ? sql`true` : sql`${n}.kind = ${kind}`}`,
      unseen,
    )
    return lists.page(readListRequest(list), source, { callerId: userId, nowMs: clock.nowMs() })
  }

  countUnread({ userId }: Caller): Promise<number> {
    return countUnread(this.#deps.database.reader, userId)
  }

  /** Marks notifications of the caller as read: those with these ids, or all. Returns how many were unread before. */
  markRead({ userId }: Caller, ids?: readonly string[]): Promise<number> {
    const { database, clock } = this.#deps
    return markRead(database.single, userId, { ids, at: new Date(clock.nowMs()) })
  }

  async settings({ userId }: Caller): Promise<NotificationSettings> {
    const stored = (await settingsByUser(this.#deps.database.reader, [userId])).get(userId)
    if (stored === undefined) throw userNotFound('there is no such user')
    return settingsOf(stored, this.#deps.defaults)
  }

  /** Changes the settings of the caller and returns them. Throws `input.wrong` for an unknown time zone. */
  changeSettings(caller: Caller, change: SettingsChange): Promise<NotificationSettings> {
    return changeSettings(this.#deps, caller, change)
  }

  close(): Promise<void> {
    return this.#notifier.close()
  }

  async #removeOld(): Promise<void> {
    const { database, clock } = this.#deps
    const before = new Date(clock.nowMs() - retentionMs)
    while (await deleteOld(database.single, before, maxDeleted));
  }
}
