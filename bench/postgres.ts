import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { parentOf } from './cpu-time.ts'

/** A database created for the bench; dropped on disposal. */
export interface BenchDatabase extends AsyncDisposable {
  readonly url: string
  /** A connection for statements that the rooms do not send. */
  readonly client: pg.Client
  readonly version: string
  /** The process id of the server's postmaster, when it runs on this machine. */
  readonly postmaster: number | undefined
}

let opened = 0

/**
 * Creates a database on the server of `url`, or on a server that is started for this run. Returns undefined when
 * neither is available.
 */
export async function openBenchDatabase(url: string | undefined): Promise<BenchDatabase | undefined> {
  const server = url === undefined ? await startServer() : { url, stop: async () => {} }
  if (server === undefined) return undefined
  const name = `chancery_bench_${process.pid}_${++opened}`
  await onServer(server.url, `create database ${name}`)
  const own = new URL(server.url)
  own.pathname = `/${name}`
  const client = new pg.Client({ connectionString: own.href })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid, current_setting($1) as version', [
    'server_version',
  ])
  const isLocal = ['127.0.0.1', 'localhost', '[::1]', ''].includes(own.hostname)
  return {
    url: own.href,
    client,
    version: rows[0].version,
    postmaster: isLocal ? parentOf(rows[0].pid) : undefined,
    async [Symbol.asyncDispose]() {
      await client.end()
      await onServer(server.url, `drop database ${name} with (force)`)
      await server.stop()
    },
  }
}

async function onServer(url: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(command)
  } finally {
    await client.end()
  }
}

/**
 * Starts a PostgreSQL server with default durability settings and a buffer that holds the data. Runs as the user
 * postgres when the bench runs as root. Returns undefined when PostgreSQL is not installed.
 */
async function startServer(): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  const programs = programFolder()
  const account = process.getuid?.() === 0 ? accountOf('postgres') : {}
  if (programs === undefined || account === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-pg-'))
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid)
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8']
  execFileSync(join(programs, 'initdb'), initdb, { ...account, stdio: 'ignore' })
  const port = await freePort()
  const settings = ['-p', `${port}`, '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'shared_buffers=1GB']
  // The server runs detached, because Ctrl+C would otherwise end it before the bench has finished with it.
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings], {
    ...account,
    stdio: 'ignore',
    detached: true,
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const stop = async (): Promise<void> => {
    const exit = once(child, 'exit')
    // SIGINT is PostgreSQL's fast shutdown.
    if (child.exitCode === null && child.kill('SIGINT')) await exit
    rmSync(folder, { recursive: true })
  }
  for (let attempt = 0; attempt < 100; attempt++) {
    if (
      await onServer(url, 'select 1')
        .then(() => true)
        .catch(() => false)
    )
      return { url, stop }
    await wait(100)
  }
  await stop()
  throw new Error('the PostgreSQL server that was started for the bench does not answer')
}

/** Returns the folder of `initdb`: one of the PATH, or the place where Debian installs it. */
function programFolder(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .map(Number)
        .sort((a, b) => b - a)
    : []
  const folders = [...(process.env.PATH ?? '').split(':'), ...versions.map((version) => `${debian}/${version}/bin`)]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

function accountOf(user: string): { uid?: number; gid?: number } | undefined {
  try {
    const ask = (flag: string): number =>
      Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    return undefined
  }
}

/** Returns a port on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
