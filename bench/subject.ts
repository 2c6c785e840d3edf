import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Stop } from './loop-delay.ts'

/** A server in a separate process, started as an operator starts it. */
export interface Subject extends AsyncDisposable {
  readonly url: string
  readonly token: string
  readonly pid: number
  /** Returns the longest stop of the server's event loop since the previous call; only with `measuresStops`. */
  longestStop(): Promise<Stop>
}

export interface SubjectOptions {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** The folder for a CPU profile; undefined for none. */
  readonly profileDir: string | undefined
  /** The folder of another version of the program; defaults to this checkout. */
  readonly checkout?: string | undefined
  /** Whether the server measures the stops of its event loop, which takes up to 6 % of a core. */
  readonly measuresStops?: boolean | undefined
}

const ownCheckout = fileURLToPath(new URL('..', import.meta.url))
const hook = new URL('loop-delay.ts', import.meta.url).href

export async function startSubject(options: SubjectOptions): Promise<Subject> {
  const { dataDir, databaseUrl, profileDir, checkout = ownCheckout, measuresStops = false } = options
  const main = join(checkout, 'src/main.ts')
  const token = `bench-${randomUUID()}`
  const flags = [
    ...(measuresStops ? ['--import', hook] : []),
    ...(profileDir === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profileDir]),
  ]
  const { DATABASE_URL: _other, ...inherited } = process.env
  const child = spawn(process.execPath, [...flags, main, 'serve'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...inherited,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      SAMPLE: 'none',
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      ADMIN_TOKEN: token,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
  })
  const url = await addressOf(child)
  return {
    url,
    token,
    pid: child.pid!,
    async longestStop() {
      const answer = once(child, 'message')
      child.send('?')
      const [stop] = await answer
      return stop as Stop
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout! })
  for await (const line of lines) {
    const url = /listening on (http:\S+)/.exec(line)?.[1]
    if (url === undefined) continue
    child.stdout!.resume()
    return url
  }
  throw new Error('the server did not start; its output is above')
}
