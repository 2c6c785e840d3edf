import pg from 'pg'
import { isConnectionTrouble } from '../failures.ts'
import { bytesReadBy, connectionOptions, cutOff } from './connection.ts'
import type { OpenConnections } from './open-connections.ts'

const tickMs = 100
/**
 * Ticks without a byte from the server: the number before the first probe, between probes, and until the connections
 * are cut off.
 */
const probeAfter = 2
const probeEvery = 3
const silentAfter = 8
/** Number of ticks for which the probe's connection is kept while no work waits for the database. */
const keepProbeTicks = 100
const pingTimeoutMs = 1_000
/** Milliseconds after which a probe stops trying to connect. Without this limit, more and more probes would wait. */
const probeTimeoutMs = 2_500

/**
 * A watch for a network that silently drops everything: no connection breaks then, and requests would wait for their
 * long timeouts. Slow statements are not affected, because the server still answers the probe.
 */
export interface Watch {
  /** Runs `work` and watches the network until it is done. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Returns whether the server accepts a new connection, or refuses it only because it has too many. */
  answers(): Promise<boolean>
  stop(): void
}

interface WatchOptions {
  readonly url: string
  readonly connections: OpenConnections
  /** Called once when a silence begins. Until the server answers again, all connections are cut off. */
  readonly onSilence: () => void
}

/**
 * Starts the watch. It counts ticks in which work waits and no connection receives a byte. It counts ticks instead of
 * milliseconds, because a process that was busy or suspended has not listened meanwhile; such a gap is one tick.
 */
export function createWatch({ url, connections, onSilence }: WatchOptions): Watch {
  let waiting = 0
  const options = { ...connectionOptions(url), connectionTimeoutMillis: probeTimeoutMs, query_timeout: pingTimeoutMs }
  const probes = new Set<pg.Client>()
  let idleProbe: pg.Client | undefined
  let bytesOfDropped = 0
  let lastRead = 0
  let silentTicks = 0
  let idleTicks = 0

  /**
   * Connects a client that probes the server, within `probeTimeoutMs` unless `more` has another timeout. Where
   * connecting is slow, only a completed probe ends the cutting off of connections.
   */
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

  /** Probes the server: on the idle probe connection if there is one, else on a new one. Any answer counts as bytes. */
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
    if (isHeard || waiting === 0) silentTicks = 0
    else silentTicks++
    idleTicks = waiting === 0 ? idleTicks + 1 : 0
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
      waiting++
      try {
        return await work()
      } finally {
        waiting--
      }
    },
    async answers() {
      try {
        drop(await connect({ connectionTimeoutMillis: pingTimeoutMs }))
        return true
      } catch (error) {
        // A server that refuses the connection only because it has too many is reachable.
        return !isConnectionTrouble(error) || (error as { code?: unknown }).code === '53300'
      }
    },
    stop() {
      clearInterval(timer)
      for (const client of probes) cutOff(client)
    },
  }
}
