import { type ApplicationCatalog, applicationPath, type ElementEvent } from '../../data/index.ts'
import type { Transaction } from '../../foundation/db/database.ts'
import type { Jobs } from '../../foundation/jobs/index.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { webhookQueue } from './attempt.ts'
import { insertDeliveries, type NewDelivery } from './deliveries.store.ts'
import { isSubscribed, type Webhook } from './webhook.ts'
import { activeWebhooks } from './webhooks.store.ts'

export interface DeliverEventsDeps {
  readonly clock: Clock
  readonly catalog: Pick<ApplicationCatalog, 'applicationById'>
  readonly jobs: Pick<Jobs, 'enqueue' | 'nudge'>
}

/**
 * Creates the handler of events. The handler writes a delivery for each event and each webhook that has subscribed to
 * it, in the transaction that moves the position of the reader. The delivery and its id therefore exist exactly once.
 */
export function createDeliverEvents({ clock, catalog, jobs }: DeliverEventsDeps) {
  function deliveryOf(webhook: Webhook, event: ElementEvent): NewDelivery[] {
    const application = catalog.applicationById(event.app)
    if (application === undefined) return []
    const path = applicationPath(application)
    const name = `element.${event.kind}`
    if (!isSubscribed(webhook, name, { namespace: application.namespace, path })) return []
    const { app, id: element, at, by, rev, file, changes } = event
    const details = { at, by, rev, fields: Object.keys(changes), ...(file && { file }) }
    return [{ webhook: webhook.id, id: newId(clock.nowMs()), event: name, app, element, application: path, details }]
  }

  return async (tx: Transaction, events: readonly ElementEvent[]): Promise<void> => {
    const webhooks = await activeWebhooks(tx)
    const deliveries = events.flatMap((event) => webhooks.flatMap((webhook) => deliveryOf(webhook, event)))
    if (deliveries.length === 0) return
    await insertDeliveries(tx, deliveries, new Date(clock.nowMs()))
    for (const webhook of new Set(deliveries.map((one) => one.webhook)))
      await jobs.enqueue(tx, webhookQueue, { webhook })
    tx.afterCommit(async () => jobs.nudge(webhookQueue))
  }
}
