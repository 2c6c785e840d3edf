import { setTimeout as sleep } from 'node:timers/promises'
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
  /** Returns how the server ended without being stopped or killed; undefined while it runs. */
  ended(): string | undefined
  /** Kills the server with SIGKILL, which stops it between two instructions. Resolves when the process is gone. */
  kill(): Promise<void>
  /** Stops the server with SIGTERM and waits until it has ended. Returns the exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts `chancery serve` without the sample and waits until it is ready. Throws with its output when it ends before.
 */
export async function startServer(settings: ServerSettings): Promise<Server> {
  const { dataDir, port, databaseUrl = '', environment, program } = settings
  const all = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ADMIN_TOKEN: adminToken,
    SAMPLE: 'none',
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

const maxStarts = 60
const restMs = 500

/**
 * Starts a server as a supervisor does: repeats a start that fails because the database of a busy machine answers too
 * late. Throws any other error.
 */
export async function startServerAgain(settings: ServerSettings): Promise<Server> {
  for (let starts = 1; ; starts++) {
    try {
      return await startServer(settings)
    } catch (error) {
      if (starts === maxStarts || !String(error).includes('does not respond at the moment')) throw error
      await sleep(restMs)
    }
  }
}
