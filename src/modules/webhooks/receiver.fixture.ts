import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone, type Everything, startEverything } from '../../../test/everything.ts'
import type { Body } from '../../../test/platform.ts'
import { sql } from '../../foundation/db/sql.ts'

export interface Received {
  readonly path: string
  readonly id: string
  readonly timestamp: number
  readonly signatures: readonly string[]
  readonly text: string
  readonly body: Body
}

/** A receiver of webhooks over real HTTP. The test sets its answers. */
export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly received: Received[]
  /** Sets the answers to the next requests; the default answer is 204. */
  answer: (request: Received, response: ServerResponse) => void
  /** Waits until the receiver has got `count` requests. */
  until(count: number): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const one = await read(request)
    receiver.received.push(one)
    receiver.answer(one, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received: [],
    answer: (_request, response) => void response.writeHead(204).end(),
    async until(count) {
      for (let left = 2000; receiver.received.length < count; left--) {
        assert.ok(left > 0, `only ${receiver.received.length} of ${count} requests came`)
        await wait(10)
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

async function read(request: IncomingMessage): Promise<Received> {
  const text = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
  const header = (name: string): string => String(request.headers[`webhook-${name}`])
  return {
    path: request.url!,
    id: header('id'),
    timestamp: Number(header('timestamp')),
    signatures: header('signature').split(' '),
    text,
    body: JSON.parse(text),
  }
}

/** Returns whether a request has a signature of a secret, as the Standard Webhooks specification defines it. */
export function isSignedWith(secret: string, { id, timestamp, text, signatures }: Received): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')
  return signatures.includes(`v1,${expected}`)
}

/** A server whose clock can be moved, and a receiver that it may reach. */
export interface Scene extends AsyncDisposable {
  readonly server: Everything
  readonly receiver: Receiver
  /** Creates a webhook for the receiver; `more` replaces its values. */
  webhook(more?: Body): Promise<{ id: string; secret: string }>
  /** Moves the clock and waits for everything that is due by then. */
  pass(by?: string): Promise<void>
  /** Returns the deliveries of a webhook, oldest first. */
  deliveries(id: string, search?: string): Promise<Body[]>
}

export async function startScene(): Promise<Scene> {
  const receiver = await startReceiver()
  const settings = { OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_PORTS: String(receiver.port), TEST_CLOCK: '1' }
  const server = await startEverything(settings)
  return {
    ...{ server, receiver },
    async webhook(more = {}) {
      const given = {
        name: 'test',
        url: receiver.url,
        events: ['element.created'],
        applications: ['all.parts'],
        ...more,
      }
      const created = await server.call('POST', '/api/v1/webhooks', given)
      assertDone(created)
      return { id: created.body.webhook.id, secret: created.body.secret }
    },
    async pass(by = 'PT1S') {
      await untilReadable(server)
      assertDone(await server.call('POST', '/api/v1/clock/advance', { by }))
    },
    async deliveries(id, search = '') {
      const answer = await server.call('GET', `/api/v1/webhooks/${id}/deliveries?size=100${search}`)
      assertDone(answer)
      return answer.body.result.result.toReversed()
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

/**
 * Waits until all changes can be read as events. Open transactions of other tests on the same server delay the events.
 */
async function untilReadable({ platform }: Everything): Promise<void> {
  const { reader } = platform.database
  for (let left = 3000; left > 0; left--) {
    const row = await reader.row<{ isReadable: boolean }>(sql`
      select coalesce(max(turn) < audit_turn(pg_snapshot_xmin(pg_current_snapshot())), true) as "isReadable"
      from element_history`)
    if (row!.isReadable) return
    await wait(10)
  }
  assert.fail('a transaction holds all events back')
}
