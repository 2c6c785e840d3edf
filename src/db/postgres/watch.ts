import pg from 'pg'
import { isConnectionTrouble } from '../failures.ts'
import { bytesReadBy, connectionOptions, cutOff } from './connection.ts'
import type { OpenConnections } from './open-connections.ts'

const tickMs = 100
/** Ticks without a byte from the server: after so many it is probed, again and again, and after more given up. */
const probeAfter = 2
const probeEvery = 3
const silentAfter = 8
/** How long the connection of the probe is kept when nobody waits for anything. */
const keepProbeTicks = 100
const pingTimeoutMs = 1_000

/**
 * Notices a network that swallows everything: nothing breaks then, and requests would wait for their long limits. A
 * statement that takes long is left alone, since the server goes on to answer the probe.
 */
export interface Watch {
  /** Watches while `work` waits for the database. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Does the server let a new connection in? */
  answers(): Promise<boolean>
  stop(): void
}

interface WatchOptions {
  readonly url: string
  readonly connections: OpenConnections
  /** Called once when a silence begins; then all connections are cut off until the server is heard again. */
  readonly onSilence: () => void
}

/**
 * Counts ticks in which something waits and no byte comes, on no connection. Ticks and not time: a process that was
 * busy or stopped has not listened meanwhile, and such a gap is one tick.
 */
export function createWatch({ url, connections, onSilence }: WatchOptions): Watch {
  const waiting = new Set<object>()
  const options = { ...connectionOptions(url), query_timeout: pingTimeoutMs }
  const probes = new Set<pg.Client>()
  let idleProbe: pg.Client | undefined
  let bytesOfDropped = 0
  let lastRead = 0
  let silentTicks = 0
  let idleTicks = 0

  /** As patient as others: where to connect takes long, only a probe can end the cutting. */
  const connect = async (more: pg.ClientConfig = {}): Promise<pg.Client> => {
    const client = new pg.Client({ ...options, ...more })
    client.on('error', () => {})
    probes.add(client)
    try {
      await client.connect()
      return client
    } catch (error) {
      drop(client)
      throw error
    }
  }

  const drop = (client: pg.Client): void => {
    if (probes.delete(client)) bytesOfDropped += bytesReadBy(client)
    cutOff(client)
  }

  /** Whatever it answers counts as bytes; a connection that has answered is asked again, else there is a new one. */
  const probe = async (): Promise<void> => {
    const known = idleProbe
    idleProbe = undefined
    try {
      const client = known ?? (await connect())
      if (known !== undefined) await known.query('select 1')
      if (idleProbe === undefined) idleProbe = client
      else drop(client)
    } catch {
      if (known !== undefined) drop(known)
    }
  }

  const bytesRead = (): number => {
    let sum = connections.bytesRead() + bytesOfDropped
    for (const client of probes) sum += bytesReadBy(client)
    return sum
  }

  const tick = (): void => {
    const read = bytesRead()
    const isHeard = read > lastRead
    lastRead = read
    if (isHeard || waiting.size === 0) silentTicks = 0
    else silentTicks++
    idleTicks = waiting.size === 0 ? idleTicks + 1 : 0
    if (idleTicks === keepProbeTicks && idleProbe !== undefined) {
      drop(idleProbe)
      idleProbe = undefined
    }
    if (silentTicks % probeEvery === probeAfter) void probe()
    if (silentTicks === silentAfter) onSilence()
    if (silentTicks >= silentAfter) connections.cutOff()
  }
  const timer = setInterval(tick, tickMs).unref()

  return {
    async during(work) {
      const entry = {}
      waiting.add(entry)
      try {
        return await work()
      } finally {
        waiting.delete(entry)
      }
    },
    async answers() {
      try {
        drop(await connect({ connectionTimeoutMillis: pingTimeoutMs }))
        return true
      } catch (error) {
        // A server that refuses us with its own words, such as "too many connections", is there.
        return !isConnectionTrouble(error) || (error as { code?: unknown }).code === '53300'
      }
    },
    stop() {
      clearInterval(timer)
      for (const client of probes) cutOff(client)
    },
  }
}
