import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { MailSettings } from '../../foundation/config/index.ts'
import { createJobs, type Jobs } from '../../foundation/jobs/index.ts'
import { createMovableClock, type MovableClock } from '../../foundation/kit/clock.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { createLists } from '../../query/index.ts'
import { type Caller, loadCaller, People, systemCaller } from '../index.ts'
import type { Fact } from './facts.ts'
import { createNotifications, type Notifications } from './notifications.ts'

interface NotificationNode extends AsyncDisposable {
  readonly jobs: Jobs
  readonly notifications: Notifications
  close(): Promise<void>
}

/** Notifications with users on a database of their own. */
export interface NotificationTrial extends AsyncDisposable {
  readonly database: TestDatabase
  readonly clock: MovableClock
  readonly people: People
  readonly notifications: Notifications
  readonly admin: Caller
  /** Messages of the log. */
  readonly logged: string[]
  /** Ids of elements that no user may read. */
  readonly unseen: Set<string>
  /** Creates a user with the mail address `LOGIN@example.com` and returns the id. */
  user(login: string, email?: string | null): Promise<string>
  caller(userId: string): Promise<Caller>
  /** Writes facts in a transaction. */
  tell(...facts: readonly Fact[]): Promise<void>
  /** Moves the clock and waits until everything that is due by then is done. */
  advance(byMs: number): Promise<void>
  /** Returns the notifications in the list of a user, newest first. */
  listed(userId: string): Promise<Record<string, unknown>[]>
  /** Starts another node on the same database. */
  addNode(): Promise<NotificationNode>
}

export const hourMs = 3_600_000

/** Returns a fact about a task. */
export const taskFact = (to: string | readonly string[], more: Partial<Fact> = {}): Fact => {
  const id = newId()
  return {
    key: `task:${id}:new`,
    event: 'task.new',
    to: [to].flat(),
    about: { type: 'task', id },
    details: { subject: 'Check the contract', process: 'Contract 7', due: null },
    ...more,
  }
}

/** Opens notifications. Without `mail`, no mail is sent. The clock is at 2030-03-04 09:20 UTC, a Monday. */
export async function openNotifications(mail?: MailSettings): Promise<NotificationTrial> {
  const database = await openTestDatabase()
  const logged: string[] = []
  const unseen = new Set<string>()
  const lists = createLists(database.reader)

  async function addNode() {
    const clock = createMovableClock()
    clock.setWall(Date.parse('2030-03-04T09:20:00Z') - clock.nowMs())
    const log = (_level: unknown, message: string): void => void logged.push(message)
    const jobs = await createJobs({ database, clock, log })
    const baseUrl = () => 'https://chancery.example.com'
    const defaults = { language: 'en', timeZone: 'UTC' } as const
    const notifications = await createNotifications({
      ...{ database, clock, log, jobs, lists, mail, baseUrl, defaults },
      seenElements: async (_user, all) => new Set(all.flatMap(({ id }) => (unseen.has(id) ? [] : [id]))),
    })
    for (const job of notifications.periodic) await jobs.every(job)
    await jobs.start()
    const close = async (): Promise<void> => {
      await jobs.close()
      await notifications.close()
    }
    return { clock, jobs, notifications, close, [Symbol.asyncDispose]: close }
  }

  const { clock, jobs, notifications, close } = await addNode()
  const people = new People({ database, clock })
  const admin = systemCaller(newId())
  const caller = async (userId: string): Promise<Caller> =>
    (await loadCaller(database.reader, userId, 'test', new Date(clock.nowMs())))!
  return {
    database,
    clock,
    people,
    notifications,
    admin,
    logged,
    unseen,
    user: (login, email = `${login}@example.com`) =>
      people.createUser(admin, { login, firstname: login, ...(email !== null && { email }) }),
    caller,
    tell: (...facts) => database.transaction((tx) => notifications.tell(tx, facts)),
    advance: jobs.advanceClock,
    async listed(userId) {
      await jobs.advanceClock(0)
      const { items } = await notifications.list(await caller(userId), {}, { size: 100 })
      return JSON.parse(items.text)
    },
    addNode,
    async [Symbol.asyncDispose]() {
      await close()
      await people.close()
      await database.close()
    },
  }
}
