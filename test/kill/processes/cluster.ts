import { fileURLToPath } from 'node:url'
import { embeddedPlace, type TestPlace } from '../../database.ts'
import { apiClient, type Call } from '../api-client.ts'
import { freePort, type Server, startServer } from '../server.ts'

/** The nodes of an installation: two on PostgreSQL, one on the embedded database. */
export interface Cluster extends AsyncDisposable {
  /** Sends each request to the next node in turn. */
  readonly call: Call
  readonly size: number
  /** The data folder with the database, or for a reader of the database on the server. */
  readonly dataDir: string
  /** Kills a node at once and starts it again. Calls `whileDead` in between. */
  killAndRestart(node: number, whileDead?: () => Promise<void>): Promise<void>
  /** Stops all nodes. Returns the problems found. */
  stop(): Promise<string[]>
}

export interface ClusterOptions {
  readonly databaseUrl: string | undefined
  /** Address of the other system. */
  readonly outside: string
  /** A fault that is planted in the program; see `plants.ts`. */
  readonly plant?: string | undefined
}

const program = fileURLToPath(new URL('planted-server.ts', import.meta.url))

export async function startCluster({ databaseUrl, outside, plant }: ClusterOptions): Promise<Cluster> {
  const ports = [await freePort(), ...(databaseUrl === undefined ? [] : [await freePort()])]
  // Each node has a data folder of its own.
  const places: TestPlace[] = []
  for (const _ of ports) places.push(await embeddedPlace())
  if (databaseUrl !== undefined) places.push(await embeddedPlace())
  const { hostname: OUTBOUND_ALLOW, port: OUTBOUND_PORTS } = new URL(outside)
  const environment = { OUTBOUND_ALLOW, OUTBOUND_PORTS, ...(plant !== undefined && { PLANT: plant }) }
  const start = (node: number): Promise<Server> =>
    startServer({
      dataDir: places[node]!.dataDir,
      port: ports[node]!,
      databaseUrl,
      environment,
      ...(plant !== undefined && { program }),
    })
  /** Starts a node as a supervisor does: on a busy machine, a start can fail because the database answers too late. */
  async function startAgain(node: number, triesLeft = 5): Promise<Server> {
    try {
      return await start(node)
    } catch (error) {
      if (triesLeft === 0 || !String(error).includes('does not respond at the moment')) throw error
      return startAgain(node, triesLeft - 1)
    }
  }
  const servers: Server[] = []
  const problems: string[] = []
  const endedAlone = (server: Server): void => {
    const ended = server.ended()
    if (ended !== undefined) problems.push(`a server ended without being killed: ${ended}`)
  }
  // One after the other: the first one deploys the sample.
  for (const node of ports.keys()) servers.push(await start(node))
  const calls = servers.map(({ url }) => apiClient(url, 15_000))
  let count = 0

  return {
    call: (...request) => calls[count++ % calls.length]!(...request),
    size: ports.length,
    dataDir: places.at(-1)!.dataDir,
    async killAndRestart(node, whileDead) {
      endedAlone(servers[node]!)
      await servers[node]!.kill()
      await whileDead?.()
      servers[node] = await startAgain(node)
    },
    async stop() {
      for (const server of servers) {
        endedAlone(server)
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
