import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../postgres.ts'
import { collectionBody } from './fields.ts'
import type { InstalledDirectus } from './install.ts'
import type { Peer } from './peer.ts'

const token = 'directus-bench-token'
const startTimeoutMs = 60_000
const stopTimeoutMs = 10_000

export interface DirectusOptions {
  readonly installed: InstalledDirectus
  /** An empty database. */
  readonly databaseUrl: string
  readonly poolSize: number
  /** The working directory of the server; created when it does not exist. */
  readonly folder: string
}

/** Starts Directus with production settings, in a process of its own, and creates the collection without rows. */
export async function startDirectus({ installed, databaseUrl, poolSize, folder }: DirectusOptions): Promise<Peer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  mkdirSync(folder, { recursive: true })
  const options = {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settingsOf(url, databaseUrl, poolSize) },
  }
  await promisify(execFile)(installed.node, [installed.cli, 'bootstrap'], options).catch(
    (error: { stderr: string }) => {
      console.error(error.stderr)
      throw notStarted()
    },
  )
  const child = spawn(installed.node, [installed.cli, 'start'], { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  const stop = async (): Promise<void> => stopProcess(child)
  try {
    await answered(url, child)
    await call(url, '/collections', collectionBody())
  } catch (error) {
    await stop()
    throw error
  }
  return { url, token, pid: child.pid!, [Symbol.asyncDispose]: stop }
}

function settingsOf(url: string, databaseUrl: string, poolSize: number): Readonly<Record<string, string>> {
  const { hostname, port } = new URL(url)
  return {
    ...{ NODE_ENV: 'production', HOST: hostname, PORT: port, PUBLIC_URL: url, LOG_LEVEL: 'error' },
    ...{ DB_CLIENT: 'pg', DB_CONNECTION_STRING: databaseUrl, DB_POOL__MAX: String(poolSize) },
    ...{ SECRET: `${token}-${token}-secret`, TELEMETRY: 'false', CACHE_ENABLED: 'false' },
    ...{ RATE_LIMITER_ENABLED: 'false', RATE_LIMITER_GLOBAL_ENABLED: 'false' },
    // It would refuse requests while the process is busy, and here the process is always busy.
    PRESSURE_LIMITER_ENABLED: 'false',
    ...{ ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: token, ADMIN_TOKEN: token },
  }
}

/** Waits until the server answers. Throws when its process ends or when the server takes too long. */
async function answered(url: string, child: ChildProcess): Promise<void> {
  const endMs = performance.now() + startTimeoutMs
  while (performance.now() < endMs && child.exitCode === null) {
    const isUp = await fetch(`${url}/server/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await wait(200)
  }
  throw notStarted()
}

function notStarted(): Error {
  return new Error('Directus did not start; its errors are above')
}

async function call(url: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path} of Directus answered ${response.status}: ${await response.text()}`)
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const killer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await exit
  clearTimeout(killer)
}
