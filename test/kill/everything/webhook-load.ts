import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Receiver } from '../../../src/modules/webhooks/receiver.fixture.ts'
import { createRequests } from '../requests.ts'
import { judgeWebhooks } from './judge-webhooks.ts'
import { type Load, type LoadOptions, repeatUntilStopped } from './load.ts'
import { storedChanges, storedDeliveries } from './stored-work.store.ts'

const clients = 2
const pauseMs = 20
const orders = '/pub/v1/app/storm/orders'
/** Stands for a deletion in the record, because a deletion writes no mark. */
const deleted = ''

/** Creates, updates and deletes orders; a receiver gets webhooks about these changes. */
export async function webhookLoad(
  { cluster: { call }, random, maxDrainMs }: LoadOptions,
  receiver: Receiver,
): Promise<Load> {
  const requests = createRequests()
  const events = ['element.created', 'element.updated', 'element.deleted']
  const webhook = { name: 'storm', url: receiver.url, events, applications: ['storm.orders'] }
  const created = await call('POST', '/api/v1/webhooks', webhook)
  if (created.status !== 200) throw new Error(JSON.stringify(created.body))
  const { id: webhookId } = created.body.webhook

  async function oneOrder(): Promise<void> {
    const mark = randomUUID()
    const made = await requests.send(call, {
      kind: 'order',
      subject: mark,
      path: `${orders}/create`,
      body: { context: { mark } },
    })
    const id: string | undefined = made.answer?.body.item?.__id
    if (id === undefined) return
    const path = `${orders}/${id}/update`
    for (let left = Math.floor(random() * 3); left > 0; left--) {
      const change = randomUUID()
      await requests.send(call, { kind: 'change', subject: change, path, body: { context: { mark: change } } })
    }
    if (random() < 0.3) {
      const context = { __deletedAt: new Date().toISOString() }
      await requests.send(call, { kind: 'delete', subject: deleted, path, body: { context } })
    }
    await sleep(pauseMs)
  }

  const pending = async (): Promise<number> => {
    const { body } = await call('GET', `/api/v1/webhooks/${webhookId}/deliveries?state=pending&size=1`)
    return body.result.total
  }
  const marksOf = (wanted: string): string[] =>
    requests
      .all()
      .filter(({ outcome, subject }) => outcome === wanted && subject !== deleted)
      .map(({ subject }) => subject)
  return {
    start: () => repeatUntilStopped(Array.from({ length: clients }, () => oneOrder)),
    acked: requests.acked,
    async settle() {
      const problems = await requests.repeatInDoubt(call)
      // A delivery is written shortly after its event.
      await sleep(3_000)
      let untilMs = Date.now() + maxDrainMs
      for (let left = await pending(), least = left; left > 0 && Date.now() < untilMs; left = await pending()) {
        if (left < least) untilMs = Date.now() + maxDrainMs
        least = Math.min(least, left)
        await sleep(200)
      }
      return problems
    },
    async judge({ read }) {
      const received = receiver.received.map(({ id, body }) => ({
        id,
        element: body.data.id,
        rev: body.data.revision,
      }))
      const [acked, refused] = [marksOf('acked'), marksOf('refused')]
      const [changes, deliveries] = [await read(storedChanges), await read(storedDeliveries)]
      const deletions = changes.filter(({ action }) => action === 'delete').length
      const requested = requests.all().filter(({ kind, outcome }) => kind === 'delete' && outcome === 'acked').length
      return [
        ...judgeWebhooks({ acked, refused, changes, deliveries, received }),
        ...(deletions === requested ? [] : [`${requested} deletions were acknowledged, but ${deletions} are stored`]),
      ]
    },
  }
}
