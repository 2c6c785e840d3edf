import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Job } from '../../foundation/jobs/index.ts'
import { systemClock } from '../../foundation/kit/clock.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { claimDue, insertDeliveries } from './deliveries.store.ts'
import { startScene } from './receiver.fixture.ts'
import { createSecrets } from './secrets.ts'
import { createSendDue, type SendDueDeps } from './send-due.ts'
import { pingEvent } from './webhook.ts'

it('sends what a job had taken whose node has ended, although another job of the webhook is running on this node', async () => {
  await using scene = await startScene()
  const { database, context } = scene.server.platform
  const { id: webhook } = await scene.webhook()
  const insert = async (): Promise<void> => {
    const details = { at: new Date().toISOString(), by: scene.server.userId, rev: '1', fields: [] }
    const ping = { webhook, id: newId(), event: pingEvent, app: null, element: null, application: null, details }
    await insertDeliveries(database.single, [ping], new Date())
  }
  const jobOf = (id: string) =>
    ({ id, data: { webhook }, signal: new AbortController().signal }) as Job<{ webhook: string }>
  const [dead, running] = [newId(), newId()]
  await insert()
  const limits = { job: dead, maxCount: 8, now: new Date(), dueBy: new Date(), voidBefore: new Date(0) }
  assert.equal((await claimDue(database.single, webhook, limits)).length, 1)
  await insert()

  const sending = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const request = async () => {
    sending.resolve()
    await answered.promise
    return { status: 204, chunks: noBytes(), [Symbol.dispose]() {} }
  }
  const sendDue = createSendDue({
    ...{ database, clock: systemClock, apps: context.apps, secrets: createSecrets(database) },
    jobs: { enqueue: async () => {}, nudge() {} },
    tell: async () => {},
    outbound: { request },
  } as unknown as SendDueDeps)
  const run = sendDue(jobOf(running))
  await sending.promise
  await sendDue(jobOf(dead))
  answered.resolve()
  await run
  assert.deepEqual(
    (await scene.deliveries(webhook)).map(({ state }) => state),
    ['delivered', 'delivered'],
  )
})

async function* noBytes(): AsyncGenerator<Buffer> {}
