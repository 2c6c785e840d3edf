import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createServerDatabase } from '../postgres-server.ts'
import { freePort } from '../server-process.ts'
import { startPrimaryProxy } from './primary-proxy.ts'

/** Seconds of silence of the primary after which the cluster elects a new one; the minimum that Patroni allows. */
export const ttlS = 20
const loopWaitS = 2
const pollMs = 100
const maxWaitMs = 120_000

export interface PatroniCluster extends AsyncDisposable {
  /** URL of a database of the ordinary role on the primary, whichever node that is. */
  readonly url: string
  /** Milliseconds from each kill until the cluster accepted a write again. */
  readonly failoversMs: readonly number[]
  /**
   * Kills the primary with its agent, as in a crash of the machine. Waits first until all nodes are up and one is
   * synchronous. Resolves when another node is the primary and accepts writes, for which Patroni needs a synchronous
   * standby or has to give up synchronous replication. The killed node starts again as a standby.
   */
  killAndRestart(): Promise<void>
}

interface Node {
  readonly name: string
  readonly folder: string
  readonly port: number
  readonly restPort: number
  agent: ChildProcess | undefined
}

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
}

/** Returns what is missing on this machine; undefined when a cluster can be started. */
export function missingPrograms(): string | undefined {
  const missing = ['/usr/bin/patroni', '/usr/bin/etcd'].filter((path) => !existsSync(path))
  if (missing.length > 0) return `${missing.join(' and ')}; install the packages patroni and etcd-server`
  return existsSync('/usr/lib/postgresql') ? undefined : 'PostgreSQL below /usr/lib/postgresql'
}

/** Starts etcd and three PostgreSQL nodes with synchronous replication, managed by Patroni. */
export async function startPatroni(): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-ha-'))
  const account = accountOfPostgres()
  const [version] = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  const [clientPort, peerPort] = [await freePort(), await freePort()]
  const etcdUrl = `http://127.0.0.1:${clientPort}`
  const peerUrl = `http://127.0.0.1:${peerPort}`
  const own = (path: string): string => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (account.uid !== undefined) chownSync(path, account.uid, account.gid!)
    return path
  }
  own(folder)
  const run = (program: string, words: readonly string[]): ChildProcess =>
    spawn(program, words, { ...account, cwd: folder, stdio: process.env.HA_VERBOSE ? 'inherit' : 'ignore' })
  const etcd = run('/usr/bin/etcd', [
    ...['--name', 'one', '--data-dir', own(join(folder, 'etcd'))],
    ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
    ...['--initial-cluster', `one=${peerUrl}`],
  ])
  const nodes: Node[] = []
  for (const name of ['a', 'b', 'c'])
    nodes.push({
      name,
      folder: own(join(folder, name)),
      port: await freePort(),
      restPort: await freePort(),
      agent: undefined,
    })
  const startAgent = (node: Node): void => {
    const file = join(node.folder, 'patroni.yaml')
    const bin = `/usr/lib/postgresql/${version}/bin`
    writeFileSync(file, JSON.stringify(settingsOf(node, { clientPort, bin })), { mode: 0o644 })
    node.agent = run('/usr/bin/patroni', [file])
  }
  const proxy = await startPrimaryProxy()
  let isOver = false

  const members = async (): Promise<readonly Member[]> => {
    for (const { restPort, agent } of nodes) {
      if (agent === undefined) continue
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`).catch(() => undefined)
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }
  const primary = async (): Promise<Node | undefined> => {
    for (const node of nodes) {
      if (node.agent === undefined) continue
      const answer = await fetch(`http://127.0.0.1:${node.restPort}/primary`).catch(() => undefined)
      await answer?.body?.cancel()
      if (answer?.status === 200) return node
    }
    return undefined
  }
  async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const endMs = performance.now() + maxWaitMs
    while (!(await isSo())) {
      if (performance.now() > endMs) throw new Error(`${what}: not within ${maxWaitMs / 1000} s`)
      await sleep(pollMs)
    }
  }
  const isHealthy = async (): Promise<boolean> => {
    const all = await members()
    const running = all.filter(({ state }) => ['running', 'streaming'].includes(state))
    return running.length === nodes.length && all.some(({ role }) => role === 'sync_standby')
  }
  const follow = async (): Promise<void> => {
    while (!isOver) {
      proxy.leadTo((await primary())?.port)
      await sleep(pollMs)
    }
  }

  await sleep(1_000)
  for (const node of nodes) startAgent(node)
  await until('three nodes, one of them synchronous', isHealthy)
  const following = follow()
  const failoversMs: number[] = []
  const superuserUrl = `postgres://postgres@127.0.0.1:${proxy.port}/postgres`
  await until('a write', () => acceptsWrites(superuserUrl))
  const { url } = await createServerDatabase('chancery', undefined, superuserUrl)
  return {
    url,
    failoversMs,
    async killAndRestart() {
      await until('three nodes, one of them synchronous', isHealthy)
      const victim = (await primary())!
      const beganMs = performance.now()
      await kill(victim)
      await until('another primary', async () => ((await primary()) ?? victim) !== victim)
      // The proxy has to notice the new primary, too.
      proxy.leadTo((await primary())?.port)
      await until('a write', () => acceptsWrites(url))
      failoversMs.push(performance.now() - beganMs)
      startAgent(victim)
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      await following
      for (const node of nodes) await kill(node)
      const exit = once(etcd, 'exit')
      if (etcd.exitCode === null && etcd.kill('SIGKILL')) await exit
      await proxy[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns whether the cluster commits a write within a second, on a new connection. */
async function acceptsWrites(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000, query_timeout: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    // Writes only to the write-ahead log, but is committed like every other write.
    await client.query(`select pg_logical_emit_message(true, 'probe', 'x')`)
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Kills the agent and the postmaster of a node. PostgreSQL's other processes end when they notice this. */
async function kill(node: Node): Promise<void> {
  const { agent } = node
  node.agent = undefined
  if (agent !== undefined && agent.exitCode === null && agent.signalCode === null) {
    const exit = once(agent, 'exit')
    agent.kill('SIGKILL')
    await exit
  }
  const file = join(node.folder, 'data', 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : 0
  if (pid > 0 && existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL')
}

function settingsOf({ name, folder, port, restPort }: Node, { clientPort, bin }: { clientPort: number; bin: string }) {
  const user = (username: string) => ({ username, password: 'in-a-test' })
  return {
    scope: 'chancery',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${clientPort}` },
    bootstrap: {
      dcs: {
        ttl: ttlS,
        loop_wait: loopWaitS,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 60, wal_log_hints: 'on', recovery_init_sync_method: 'syncfs' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, 'data'),
      bin_dir: bin,
      pgpass: join(folder, 'pgpass'),
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      authentication: { superuser: user('postgres'), replication: user('replicator'), rewind: user('rewinder') },
      parameters: { unix_socket_directories: folder },
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  }
}

function accountOfPostgres(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const ask = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: ask('-u'), gid: ask('-g') }
}
