import pg from 'pg'
import { isConnectionTrouble } from '../failures.ts'
import { connectionOptions, cutOff } from './connection.ts'

const suspiciousAfterMs = 1_000
const probeTimeoutMs = 1_000

/** Notices a network that swallows everything: nothing breaks then, and requests would wait for their long limits. */
export interface Watch {
  /** Watches while `work` waits for the database. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Does the server let a new connection in? */
  answers(): Promise<boolean>
  stop(): void
}

/** `onSilence` is called when something waited for a second and a new connection is not answered within another. */
export function createWatch(url: string, onSilence: () => void): Watch {
  /** When each began, in this order; a Set gives the oldest first and forgets in one step. */
  const waiting = new Set<{ sinceMs: number }>()
  let probing = false

  const answers = async (): Promise<boolean> => {
    const client = new pg.Client({ ...connectionOptions(url), connectionTimeoutMillis: probeTimeoutMs })
    client.on('error', () => {})
    try {
      await client.connect()
      return true
    } catch (error) {
      // A server that refuses us with its own words, such as "too many connections", is there.
      return !isConnectionTrouble(error) || (error as { code?: unknown }).code === '53300'
    } finally {
      cutOff(client)
    }
  }

  const look = async (): Promise<void> => {
    const [oldest] = waiting
    if (probing || oldest === undefined || performance.now() - oldest.sinceMs < suspiciousAfterMs) return
    probing = true
    try {
      if (!(await answers())) onSilence()
    } finally {
      probing = false
    }
  }
  const timer = setInterval(() => void look(), suspiciousAfterMs / 2).unref()

  return {
    async during(work) {
      const entry = { sinceMs: performance.now() }
      waiting.add(entry)
      try {
        return await work()
      } finally {
        waiting.delete(entry)
      }
    },
    answers,
    stop: () => clearInterval(timer),
  }
}
