import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BareStatement } from '../capture.ts'
import type { Peer } from './peer.ts'

/** The statements that the 40-line server sends for an operation. */
export interface PlainOperation {
  readonly name: string
  readonly statements: readonly BareStatement[]
}

export interface PlainServer extends Peer {
  add(operation: PlainOperation): Promise<void>
}

/** Starts the 40-line server in a process of its own, on the database of Chancery. */
export async function startPlainServer(databaseUrl: string, poolSize: number): Promise<PlainServer> {
  const child = fork(fileURLToPath(new URL('plain-server.ts', import.meta.url)), {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: databaseUrl, POOL_SIZE: String(poolSize) },
  })
  const exit = once(child, 'exit')
  const listening = once(child, 'message')
  const [url] = await Promise.race([listening, exit.then(() => Promise.reject(new Error('the server ended early')))])
  return {
    url,
    token: '',
    pid: child.pid!,
    async add(operation) {
      const added = once(child, 'message')
      child.send(operation)
      await added
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exit
    },
  }
}
