import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '../api-client.ts'
import type { Cluster } from '../cluster.ts'
import { between } from '../random.ts'
import { broadcast, type Load, startWatcher } from './clients.ts'
import { movedWatcher } from './models.ts'
import { publish } from './publish.ts'
import type { StoredInstance } from './stored.store.ts'

/** Ids of the moved instances; `interrupted` are those of them that were interrupted. The others got the signal. */
export interface BatchCrashes {
  readonly moved: readonly string[]
  readonly interrupted: ReadonlySet<string>
  /** Mark of the first signal that was sent while the other instances waited. */
  readonly tick: string
}

const clientsAtOnce = 12

/**
 * Moves `count` instances to another version, interrupts half of them, and sends a signal to the others. A node is
 * killed during each of these three steps.
 */
export async function crashBatches(load: Load, cluster: Cluster, count: number): Promise<BatchCrashes> {
  const { call, random } = load
  const { repeatInDoubt } = load.requests
  const settle = async (): Promise<void> => {
    for (let tries = 0; tries < 50 && (await repeatInDoubt(call)).length > 0; tries++) await sleep(200)
  }
  // Settles all signals in doubt now, because repeating them later would wake the instances.
  await settle()
  const moved: string[] = []
  const startSome = async (): Promise<void> => {
    while (moved.length < count) {
      const id = await startWatcher(load)
      if (id !== undefined) moved.push(id)
    }
  }
  await Promise.all(Array.from({ length: clientsAtOnce }, startSome))
  const interrupted = moved.filter((_, index) => index % 2 === 0)

  async function crashWhile(work: () => Promise<unknown>): Promise<void> {
    const working = work().catch(() => {})
    await sleep(between(random, 5, 400))
    await cluster.killAndRestart(Math.floor(random() * cluster.size))
    await working
  }

  await publish(call, 'kill_watcher', movedWatcher())
  const move = ['/api/v1/processes/docs/kill_watcher/move-instances', { instanceIds: moved }] as const
  await crashWhile(() => call('POST', ...move))
  await finishBatch(call, 'move', move)
  const stop = ['/api/v1/instances/interrupt', { instanceIds: interrupted }] as const
  await crashWhile(() => call('POST', ...stop))
  await finishBatch(call, 'interrupt', stop)
  const tick = randomUUID()
  await crashWhile(() => broadcast(load, tick))
  await settle()
  return { moved, interrupted: new Set(interrupted), tick }
}

/** Waits until the batch of this kind has ended. Repeats its request if the crash has lost the batch. */
async function finishBatch(call: Call, kind: string, request: readonly [string, object]): Promise<void> {
  const newest = async () => {
    const { body } = await call('GET', '/api/v1/batches')
    const batches: { kind: string; state: string }[] = body.batches
    return batches.find((batch) => batch.kind === kind)
  }
  if ((await newest()) === undefined) await call('POST', ...request)
  for (let looks = 0; looks < 600; looks++) {
    const batch = await newest()
    if (batch?.state === 'completed') return
    assert.notEqual(batch?.state, 'completedWithErrors', JSON.stringify(batch))
    await sleep(200)
  }
  throw new Error(`the batch to ${kind} instances did not end`)
}

/** Returns a sentence for each instance that a batch or a signal missed or reached twice. */
export function judgeBatches(
  { moved, interrupted, tick }: BatchCrashes,
  instances: readonly StoredInstance[],
): string[] {
  const byId = new Map(instances.map((one) => [one.id, one]))
  return moved.flatMap((id) => {
    const { version, state, history, context } = byId.get(id)!
    const moves = history.filter(({ stimulus }) => stimulus.type === 'move').length
    const expected = interrupted.has(id) ? 'cancel' : 'done'
    const isReached = interrupted.has(id) || context.tick === tick
    return [
      ...(isReached ? [] : [`watcher ${id} missed the signal ${tick}`]),
      ...(version === 2 && moves === 1 ? [] : [`watcher ${id} was moved ${moves} times and has version ${version}`]),
      ...(state === expected ? [] : [`watcher ${id} is ${state} instead of ${expected}`]),
    ]
  })
}
