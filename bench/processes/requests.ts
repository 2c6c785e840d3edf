import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A list of requests, which several connections send as fast as they are answered. */
export interface Requests {
  readonly url: string
  readonly token: string
  /** Number of keep-alive connections; each has one request under way. */
  readonly connections: number
  readonly method: 'GET' | 'POST'
  readonly paths: readonly string[]
  /** The body of every request; empty for none. */
  readonly body: string
}

export interface Answered {
  /** Milliseconds from the first request to the last answer. */
  readonly ms: number
  /** Milliseconds of single requests, ascending. */
  readonly latenciesMs: readonly number[]
}

/** Sends requests from a process of its own. Throws when an answer is not 200. */
export async function send(requests: Requests): Promise<Answered> {
  const child = fork(fileURLToPath(new URL('sender.ts', import.meta.url)))
  const answer = once(child, 'message')
  const exit = once(child, 'exit')
  child.send(requests)
  const [result] = await Promise.race([answer, exit.then(() => [{ failure: 'the sender ended early' }])])
  await exit
  if (result.failure !== undefined) throw new Error(`requests failed: ${result.failure}`)
  return result
}

/** Returns the number below which a share (from 0 to 1) of the ascending numbers lies. */
export function percentile(ascending: readonly number[], share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))]!
}
