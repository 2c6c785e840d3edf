import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '../api-client.ts'
import { pickNewest, pickWeighted, type Random } from '../random.ts'
import { type Requests, startPath } from '../requests.ts'
import type { OutsideServer, Promised } from './outside-server.ts'

export interface Load {
  readonly call: Call
  readonly requests: Requests
  readonly random: Random
  readonly outside: OutsideServer
  /** Ids of the orders that were started. */
  readonly orders: string[]
  /** Number of open tasks when a client last looked. */
  openTasks: number
}

/** Number of open tasks at which clients stop starting processes. */
const maxOpenTasks = 60

export interface Clients {
  /** Stops the clients; resolves when every client has ended its last request. */
  stop(): Promise<void>
}

const weights = { start: 4, complete: 12, restore: 3, interrupt: 0.3, message: 0.5, watch: 1, signal: 0.3 }

/** Starts clients that start processes, complete tasks, answer for the other system, interrupt, and send events. */
export function startProcessClients(load: Load, count = 6): Clients {
  const { random } = load
  let stopped = false
  const steps: Readonly<Record<keyof typeof weights, () => Promise<unknown>>> = {
    start: async () => load.openTasks < maxOpenTasks && startOrder(load),
    complete: () => completeSome(load, 2),
    restore: () => restoreNext(load),
    interrupt: () => interruptSome(load),
    message: () => {
      const mark = randomUUID()
      const body = { name: 'kill asks', context: { mark } }
      return load.requests.send(load.call, {
        kind: 'message',
        subject: `kill_listener ${mark}`,
        path: '/api/v1/messages',
        body,
      })
    },
    watch: () => startWatcher(load),
    signal: () => broadcast(load),
  }

  async function work(): Promise<void> {
    while (!stopped) {
      await steps[pickWeighted(random, weights)]()
      await sleep(5)
    }
  }

  const running = Array.from({ length: count }, work)
  return {
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
}

async function startOne({ call, requests }: Load, code: string): Promise<string | undefined> {
  const mark = randomUUID()
  const request = await requests.send(call, {
    kind: 'start',
    subject: `${code} ${mark}`,
    path: startPath(code),
    body: { context: { mark } },
  })
  return request.answer?.body.context?.__id
}

export const startWatcher = (load: Load): Promise<string | undefined> => startOne(load, 'kill_watcher')

async function startOrder(load: Load): Promise<void> {
  const id = await startOne(load, 'kill_order')
  if (id !== undefined) load.orders.push(id)
}

export async function broadcast({ call, requests }: Load, tick = randomUUID() as string): Promise<void> {
  const body = { name: 'kill tick', context: { tick } }
  await requests.send(call, { kind: 'signal', subject: tick, path: '/api/v1/signals', body })
}

/** Completes open tasks that are chosen at random, so that clients often complete the same task at the same time. */
export async function completeSome(load: Load, count: number): Promise<void> {
  const { call, requests, random } = load
  const path = `/api/v1/tasks?performer=any&fields={"id":true}&size=${count * 20}`
  const answer = await call('GET', path).catch(() => undefined)
  if (answer?.status !== 200) {
    await sleep(20)
    return
  }
  load.openTasks = answer.body.result.total
  const open: { __id: string }[] = answer.body.result.result
  const chosen = open.filter(() => random() * open.length < count)
  for (const { __id: task } of chosen) {
    const body = { context: { note: randomUUID() } }
    await requests.send(call, { kind: 'complete', subject: task, path: `/api/v1/tasks/${task}/complete`, body })
  }
}

async function interruptSome({ call, requests, random, orders }: Load): Promise<void> {
  const order = pickNewest(random, orders, 30)
  if (order === undefined) return
  const path = `/pub/v1/bpm/instance/${order}/interrupt`
  await requests.send(call, { kind: 'interrupt', subject: order, path, body: { comment: 'withdrawn' } })
}

export async function restoreNext({ call, requests, random, outside }: Load): Promise<void> {
  const { promised } = outside
  const [next] = promised.splice(Math.floor(random() * promised.length), 1)
  if (next !== undefined) await restore({ call, requests }, next)
}

async function restore({ call, requests }: Pick<Load, 'call' | 'requests'>, { restorePoint, rating }: Promised) {
  const path = `/pub/v1/bpm/restore-point/${restorePoint}/restore`
  await requests.send(call, { kind: 'restore', subject: restorePoint, path, body: { context: { rating } } })
}
