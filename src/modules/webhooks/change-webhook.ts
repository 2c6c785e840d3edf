import type { ApplicationCatalog } from '../../data/index.ts'
import { applicationNotFound, applicationPath, namespaceNotFound } from '../../data/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Jobs } from '../../foundation/jobs/index.ts'
import { type Clock, toWireTime } from '../../foundation/kit/clock.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import { type Caller, loadCaller, userNotFound } from '../../people/index.ts'
import { webhookQueue } from './attempt.ts'
import { hastenPending } from './deliveries.store.ts'
import { tooManyWebhooks, webhookNotFound, webhookWrongUrl } from './errors.ts'
import type { Secrets } from './secrets.ts'
import { newWebhookSecret } from './signature.ts'
import type { Webhook, WebhookEvent } from './webhook.ts'
import { countWebhooks, deleteWebhook, lockWebhook, putWebhook } from './webhooks.store.ts'

const maxWebhooks = 200
const hourMs = 3_600_000

export interface WebhookInput {
  readonly name: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly namespaces?: readonly string[] | undefined
  readonly applications?: readonly string[] | undefined
  /** The user with whose rights elements are read; by default the caller. */
  readonly userId?: string | undefined
  readonly includeElement?: boolean | undefined
}

export type WebhookChange = { readonly [Key in keyof WebhookInput]?: WebhookInput[Key] | undefined } & {
  readonly isOn?: boolean | undefined
}

export interface ChangeWebhookDeps {
  readonly database: Database
  readonly clock: Clock
  readonly catalog: ApplicationCatalog
  readonly jobs: Pick<Jobs, 'enqueue' | 'nudge'>
  readonly secrets: Secrets
}

/** Creates a webhook and returns its id and its secret. */
export async function createWebhook(
  deps: ChangeWebhookDeps,
  caller: Caller,
  input: WebhookInput,
): Promise<{ id: string; secret: string }> {
  const { database, clock, secrets } = deps
  await check(deps, input)
  const { name, url, events, namespaces = [], applications = [], userId = caller.userId } = input
  const [id, secret, at] = [newId(clock.nowMs()), newWebhookSecret(), toWireTime(clock.nowMs())]
  const webhook: Webhook = {
    ...{ id, name, url, userId, events: unique(events) },
    namespaces: unique(namespaces),
    applications: unique(applications),
    includeElement: input.includeElement ?? false,
    ...{ isOn: true, offReason: null, failingSince: null },
    ...{ secret: await secrets.seal(id, secret), previousSecret: null, previousUntil: null },
    ...{ createdAt: at, createdBy: caller.userId, updatedAt: at, updatedBy: caller.userId },
  }
  await database.transaction(async (tx) => {
    if ((await countWebhooks(tx)) >= maxWebhooks)
      throw tooManyWebhooks(`there are ${maxWebhooks} webhooks; delete one first`)
    await putWebhook(tx, webhook)
    await recordAudit(tx, caller, { object: `webhook:${id}`, after: audited(webhook) })
  })
  return { id, secret }
}

/** Changes a webhook; values that are left out stay as they are. */
export async function changeWebhook(
  deps: ChangeWebhookDeps,
  caller: Caller,
  id: string,
  { isOn, ...change }: WebhookChange,
): Promise<void> {
  await check(deps, change)
  await changeLocked(deps, caller, id, (before) => ({
    ...before,
    name: change.name ?? before.name,
    url: change.url ?? before.url,
    events: unique(change.events ?? before.events),
    namespaces: unique(change.namespaces ?? before.namespaces),
    applications: unique(change.applications ?? before.applications),
    userId: change.userId ?? before.userId,
    includeElement: change.includeElement ?? before.includeElement,
    isOn: isOn ?? before.isOn,
    offReason: (isOn ?? before.isOn) ? null : (before.offReason ?? 'administrator'),
  }))
}

/** Gives a webhook a new secret. The previous secret stays valid for `previousHours` hours. */
export async function rotateSecret(
  deps: ChangeWebhookDeps,
  caller: Caller,
  id: string,
  previousHours: number,
): Promise<{ secret: string; previousUntil: string }> {
  const secret = newWebhookSecret()
  const sealed = await deps.secrets.seal(id, secret)
  const previousUntil = toWireTime(deps.clock.nowMs() + previousHours * hourMs)
  await changeLocked(deps, caller, id, (before) => ({
    ...before,
    ...{ secret: sealed, previousSecret: before.secret, previousUntil },
  }))
  return { secret, previousUntil }
}

/** Deletes a webhook with its deliveries. */
export async function removeWebhook(
  { database }: Pick<ChangeWebhookDeps, 'database'>,
  caller: Caller,
  id: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const before = isUuid(id) ? await lockWebhook(tx, id) : undefined
    if (before === undefined) throw missingWebhook(id)
    await deleteWebhook(tx, id)
    await recordAudit(tx, caller, { object: `webhook:${id}`, before: audited(before) })
  })
}

/**
 * Throws when the address of a webhook is not allowed, a namespace or an application does not exist, or the user is
 * not an active user.
 */
async function check(
  { database, clock, catalog }: ChangeWebhookDeps,
  { url, namespaces, applications, userId }: WebhookChange,
): Promise<void> {
  if (url !== undefined) checkUrl(url)
  for (const code of namespaces ?? []) {
    const codes = catalog.namespaces().map((one) => one.code)
    if (codes.includes(code)) continue
    throw namespaceNotFound(`namespace "${code}" not found${didYouMean(code, codes)}`, { field: 'namespaces' })
  }
  for (const path of applications ?? []) {
    const paths = catalog.applications().map(applicationPath)
    if (paths.includes(path)) continue
    throw applicationNotFound(`application "${path}" not found${didYouMean(path, paths)}`, { field: 'applications' })
  }
  const nowMs = clock.nowMs()
  if (userId !== undefined && (await loadCaller(database.reader, userId, '', new Date(nowMs))) === undefined)
    throw userNotFound(`no active user has the id ${userId}`, { field: 'userId' })
}

/**
 * Changes a webhook in one transaction, which includes its audit entry. When the change switches the webhook on, its
 * waiting deliveries become due at once.
 */
async function changeLocked(
  { database, clock, jobs }: ChangeWebhookDeps,
  caller: Caller,
  id: string,
  change: (before: Webhook) => Webhook,
): Promise<void> {
  await database.transaction(async (tx) => {
    const before = isUuid(id) ? await lockWebhook(tx, id) : undefined
    if (before === undefined) throw missingWebhook(id)
    const after = { ...change(before), updatedAt: toWireTime(clock.nowMs()), updatedBy: caller.userId }
    await putWebhook(tx, after)
    await recordAudit(tx, caller, { object: `webhook:${id}`, before: audited(before), after: audited(after) })
    if (before.isOn || !after.isOn) return
    await hastenPending(tx, id, new Date(clock.nowMs()))
    await jobs.enqueue(tx, webhookQueue, { webhook: id })
    tx.afterCommit(async () => jobs.nudge(webhookQueue))
  })
}

export const missingWebhook = (id: string): Error => webhookNotFound(`webhook ${id.slice(0, 100)} not found`)

function checkUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isRight = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (isRight) return
  const sentence = '"url" must be an http or https address without a user name and a password'
  throw webhookWrongUrl(sentence, { field: 'url' })
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

/**
 * Returns the values for the audit log. Secrets are not included; a rotation shows as the time at which the previous
 * secret expires.
 */
const audited = (webhook: Webhook) => {
  const { name, url, events, namespaces, applications, userId, includeElement, isOn, offReason, previousUntil } =
    webhook
  return { name, url, events, namespaces, applications, userId, includeElement, isOn, offReason, previousUntil }
}
