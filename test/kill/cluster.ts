import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { embeddedPlace, type TestPlace } from '../database.ts'
import { freePort } from '../server-process.ts'
import { apiClient, type Call } from './api-client.ts'
import { deploy } from './deploy.ts'
import { type Server, startServerAgain } from './server.ts'

/**
 * The nodes of an installation: one on the embedded database, usually two on PostgreSQL. They share the folder of
 * files.
 */
export interface Cluster extends AsyncDisposable {
  /** Sends each request to the next running node in turn, as a load balancer does. */
  readonly call: Call
  readonly size: number
  /** Returns the URL of the next running node. */
  nextUrl(): string
  readonly urls: readonly string[]
  /**
   * The data folder with the embedded database, or a data folder with which the database on PostgreSQL is opened. All
   * nodes share its folder `files`.
   */
  readonly dataDir: string
  /** Kills a node at once and starts it again. Calls `whileDead` in between. */
  killAndRestart(node: number, whileDead?: () => Promise<void>): Promise<void>
  /** Returns a sentence for each node that has ended without being killed. */
  endedAlone(): string[]
  /** Stops all nodes. Returns the problems found. */
  stop(): Promise<string[]>
}

export interface ClusterOptions {
  readonly databaseUrl: string | undefined
  /** Addresses of other systems that the nodes may call. */
  readonly outside: readonly string[]
  /** Name of a fault to plant in the program; see `plants.ts`. */
  readonly plant?: string | undefined
  /** Number of nodes on PostgreSQL; 2 by default. */
  readonly nodes?: number | undefined
}

const program = fileURLToPath(new URL('planted-server.ts', import.meta.url))

export async function startCluster({ databaseUrl, outside, plant, nodes = 2 }: ClusterOptions): Promise<Cluster> {
  const ports: number[] = []
  for (let node = 0; node < (databaseUrl === undefined ? 1 : nodes); node++) ports.push(await freePort())
  // Each node has a data folder of its own.
  const places: TestPlace[] = []
  for (const _ of ports) places.push(await embeddedPlace())
  if (databaseUrl !== undefined) places.push(await embeddedPlace())
  const { dataDir } = places.at(-1)!
  const urls = outside.map((url) => new URL(url))
  const environment = {
    OUTBOUND_ALLOW: [...new Set(urls.map(({ hostname }) => hostname))].join(),
    OUTBOUND_PORTS: urls.map(({ port }) => port).join(),
    FILES_DIR: join(dataDir, 'files'),
    ...(plant !== undefined && { PLANT: plant }),
  }
  const start = (node: number): Promise<Server> =>
    startServerAgain({
      dataDir: places[node]!.dataDir,
      port: ports[node]!,
      databaseUrl,
      environment,
      ...(plant !== undefined && { program }),
    })
  const servers: Server[] = []
  const problems: string[] = []
  const endedAlone = (server: Server): string[] => {
    const ended = server.ended()
    return ended === undefined ? [] : [`a server ended without being killed: ${ended}`]
  }
  // Nodes start one after the other, because the first one migrates the database.
  for (const node of ports.keys()) servers.push(await start(node))
  await deploy(servers.map(({ url }) => url))
  const calls = servers.map(({ url }) => apiClient(url, 15_000))
  let count = 0
  const nextNode = (): number => {
    const nodes = [...servers.keys()]
    const running = nodes.filter((node) => servers[node]!.ended() === undefined)
    const usable = running.length > 0 ? running : nodes
    return usable[count++ % usable.length]!
  }

  return {
    call: (...request) => calls[nextNode()]!(...request),
    size: ports.length,
    nextUrl: () => servers[nextNode()]!.url,
    urls: servers.map(({ url }) => url),
    dataDir,
    async killAndRestart(node, whileDead) {
      problems.push(...endedAlone(servers[node]!))
      await servers[node]!.kill()
      await whileDead?.()
      servers[node] = await start(node)
    },
    endedAlone: () => servers.flatMap(endedAlone),
    async stop() {
      for (const server of servers) {
        problems.push(...endedAlone(server))
        const code = await server.stop()
        if (code !== 0) problems.push(`a server ended with exit code ${code} after SIGTERM`)
      }
      return problems
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers) await server.kill()
      for (const { remove } of places) await remove()
    },
  }
}
