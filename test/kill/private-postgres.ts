import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createServerDatabase } from '../postgres-server.ts'
import { freePort } from '../server-process.ts'

export interface PrivatePostgres extends AsyncDisposable {
  /** URL of a database of the ordinary role. */
  readonly url: string
  /** URL with the superuser, which creates further databases. */
  readonly superuserUrl: string
  /**
   * Kills the postmaster and all its children with SIGKILL, as in a crash of the machine, and starts the server again.
   */
  killAndRestart(): Promise<void>
}

/**
 * Starts a PostgreSQL server with its data below `folder`; returns undefined when PostgreSQL is not installed.
 * `settings` are options for `-c`, such as `fsync=off`.
 */
export async function startPostgres(
  settings: readonly string[] = [],
  folder: string = tmpdir(),
): Promise<PrivatePostgres | undefined> {
  const bin = findPrograms()
  if (bin === undefined) return undefined
  const owner = ownerOfServer()
  const dataDir = mkdtempSync(join(folder, 'chancery-postgres-'))
  if (owner.uid !== undefined) chownSync(dataDir, owner.uid, owner.gid!)
  execFileSync(join(bin, 'initdb'), ['-D', dataDir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...owner,
    cwd: dataDir,
    stdio: 'ignore',
  })
  const port = await freePort()
  // Without syncfs, a start after a kill syncs every file of the data folder, which takes seconds.
  const always = ['listen_addresses=127.0.0.1', `port=${port}`, 'recovery_init_sync_method=syncfs']
  // The connections of killed servers end some time after these servers.
  const roomy = 'max_connections=300'
  const options = [...always, roomy, `unix_socket_directories=${dataDir}`, ...settings].flatMap((one) => ['-c', one])
  const superuserUrl = `postgres://postgres@127.0.0.1:${port}/postgres`

  /**
   * Starts the server, again if it ends at once: it refuses to start while the process that the killed postmaster
   * forked last still holds the shared memory.
   */
  async function start(): Promise<ChildProcess> {
    const run = (): ChildProcess =>
      spawn(join(bin!, 'postgres'), ['-D', dataDir, ...options], { ...owner, cwd: dataDir, stdio: 'ignore' })
    let child = run()
    await untilItAnswers(superuserUrl, () => {
      if (hasEnded(child)) child = run()
    })
    return child
  }
  let postmaster = await start()

  async function kill(): Promise<void> {
    if (hasEnded(postmaster)) return
    const exited = once(postmaster, 'exit')
    const children = childrenOf(postmaster.pid!)
    postmaster.kill('SIGKILL')
    for (const pid of children) killIfThere(pid)
    await exited
    // A child that is still alive keeps the shared memory, and the new postmaster would refuse to start.
    while (children.some((pid) => isRunning(pid))) await sleep(5)
  }
  const { url } = await createServerDatabase('chancery', undefined, superuserUrl)
  return {
    url,
    superuserUrl,
    async killAndRestart() {
      await kill()
      postmaster = await start()
    },
    async [Symbol.asyncDispose]() {
      await kill()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Returns the folder of `postgres` and `initdb`: a folder of the PATH, or that of Debian's newest version. */
function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...versions.map((one) => join(debian, one, 'bin'))]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** Returns the account that runs the server. PostgreSQL refuses to run as root; root uses the package's account. */
function ownerOfServer(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const number = (option: string): number => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: number('-u'), gid: number('-g') }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Waits until the server answers a query. Calls `onRefusal` after each failed attempt. */
async function untilItAnswers(url: string, onRefusal: () => void): Promise<void> {
  for (let left = 3000; left > 0; left--) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return await client.end()
    } catch {
      await client.end().catch(() => {})
      onRefusal()
      await sleep(10)
    }
  }
  throw new Error('PostgreSQL did not start')
}

function childrenOf(parent: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  return rows.filter(([, ppid]) => ppid === parent).map(([pid]) => pid!)
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process ended together with its postmaster.
  }
}

/** Returns whether a process is running. A zombie, which its parent has not collected yet, holds no resources. */
function isRunning(pid: number): boolean {
  // `ps` prints nothing and fails when the process does not exist.
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}
