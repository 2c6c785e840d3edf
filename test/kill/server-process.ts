import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { adminToken } from './api-client.ts'

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const readyLine = /^Chancery is listening on (http:\/\/\S+)/

export interface ServerSettings {
  readonly dataDir: string
  readonly port: number
  /** Absent: the embedded database. */
  readonly databaseUrl?: string | undefined
}

export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** How it ended by itself, or nothing while it runs. */
  ended(): string | undefined
  /** SIGKILL: all its threads end between two instructions. Resolves when it is gone. */
  kill(): Promise<void>
  /** SIGTERM, and waits for the end. Gives the exit code. */
  stop(): Promise<number | null>
}

/** `chancery serve` with the sample solution. Resolves with its ready line; throws with its words when it ends before. */
export async function startServer({ dataDir, port, databaseUrl }: ServerSettings): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program, 'serve'], {
    // Not the caller's folder: a `.env` there would be read.
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_TOKEN: adminToken,
      SAMPLE: 'office',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const words = lastWords(child)
  const exited = once(child, 'exit')
  const url = await Promise.race([readyUrl(child), exited.then(() => undefined)])
  if (url === undefined) throw new Error(`the server did not start:\n${words()}`)

  const ended = (): string | undefined =>
    child.exitCode === null && child.signalCode === null
      ? undefined
      : `exit ${child.exitCode ?? child.signalCode}\n${words()}`
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (ended() === undefined) child.kill(signal)
    await exited
    return child.exitCode
  }
  return { url, pid: child.pid!, ended, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') }
}

async function readyUrl(child: ChildProcess): Promise<string | undefined> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = readyLine.exec(line)?.[1]
    if (url === undefined) continue
    child.stdout!.resume()
    return url
  }
  return undefined
}

/** What it said last on stderr: a log without end must not fill the memory of the one who watches. */
function lastWords(child: ChildProcess): () => string {
  let text = ''
  child.stderr!.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(-4000)
  })
  return () => text
}

/** A port that is free now, for a server that has to come back at the same address. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
