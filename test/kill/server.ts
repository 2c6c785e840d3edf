import { once } from 'node:events'
import { createServer } from 'node:net'
import { readyUrl, runChancery, runProgram } from '../server-process.ts'
import { adminToken } from './api-client.ts'

export interface ServerSettings {
  readonly dataDir: string
  readonly port: number
  /** URL of the PostgreSQL database; absent for the embedded database. */
  readonly databaseUrl?: string | undefined
  /** Program to run instead of `chancery serve`. */
  readonly program?: string
  /** Further settings of the server. */
  readonly environment?: Record<string, string>
}

export interface Server {
  readonly url: string
  /** Returns how the server ended on its own; undefined while it runs. */
  ended(): string | undefined
  /** Sends SIGKILL, which stops all threads between two instructions; resolves when the process is gone. */
  kill(): Promise<void>
  /** Sends SIGTERM and waits for the end. Returns the exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts `chancery serve` with the sample solution and waits until it is ready. Throws with its output when it ends
 * before.
 */
export async function startServer(settings: ServerSettings): Promise<Server> {
  const { dataDir, port, databaseUrl = '', environment, program } = settings
  const all = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ADMIN_TOKEN: adminToken,
    SAMPLE: 'office',
    ...environment,
  }
  const server = program === undefined ? runChancery(['serve'], all) : runProgram(program, [], all)
  const { child } = server
  const url = await readyUrl(server)

  const ended = (): string | undefined =>
    child.exitCode === null && child.signalCode === null
      ? undefined
      : `exit ${child.exitCode ?? child.signalCode}\n${server.errors().slice(-4000)}`
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (ended() === undefined) child.kill(signal)
    return server.exited
  }
  return { url, ended, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') }
}

/** Returns a port that is free now, for a server that has to come back at the same address. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
