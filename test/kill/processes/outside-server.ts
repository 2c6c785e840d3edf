import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { pickWeighted, type Random } from '../random.ts'

/** A request that a process sent to the other system. */
export interface Delivery {
  /** `ask`: a request of the delegated activity. `tell`: the simple request. */
  readonly path: 'ask' | 'tell'
  /** Subject of the request: the id of the instance for `ask`, its mark for `tell`. */
  readonly subject: string
  readonly key: string
  readonly restorePoint: string | undefined
}

/** An answer that the other system gives later, by the restore point. */
export interface Promised {
  readonly restorePoint: string
  readonly rating: number
}

export interface OutsideServer {
  readonly url: string
  readonly deliveries: readonly Delivery[]
  /** The answers that the other system has promised but not given yet. */
  readonly promised: Promised[]
  /** Stops refusing requests and leaving them unanswered, so that all work can end. */
  heal(): void
  close(): Promise<void>
}

const usual = { done: 8, later: 8, refused: 3, silent: 1 }
const healed = { done: 1, later: 0, refused: 0, silent: 0 }
const silentMs = 2500

/** Starts another system, which notes every request and answers at random: at once, later, with an error, or never. */
export async function startOutside(random: Random): Promise<OutsideServer> {
  const deliveries: Delivery[] = []
  const promised: Promised[] = []
  let weights = usual
  let ratings = 0

  function answer(delivery: Delivery, response: ServerResponse): void {
    const choice = pickWeighted(random, weights)
    const rating = ++ratings
    if (choice === 'refused') return void response.writeHead(500).end('{}')
    if (choice === 'silent') return void setTimeout(() => response.destroy(), silentMs)
    if (choice === 'later' && delivery.path === 'ask') {
      promised.push({ restorePoint: delivery.restorePoint!, rating })
      return void response.writeHead(202).end()
    }
    const body = delivery.path === 'ask' ? { output: { rating } } : {}
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  const server = createServer(async (request, response) => {
    try {
      const body = (await json(request)) as { instanceId?: string; restorePointId?: string; mark?: string }
      const path = request.url === '/ask' ? 'ask' : 'tell'
      const key = String(request.headers['idempotency-key'])
      const subject = String(path === 'ask' ? body.instanceId : body.mark)
      const delivery: Delivery = { path, subject, key, restorePoint: body.restorePointId }
      deliveries.push(delivery)
      answer(delivery, response)
    } catch {
      // The sender was killed in the middle of its request.
      response.destroy()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    promised,
    heal() {
      weights = healed
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
