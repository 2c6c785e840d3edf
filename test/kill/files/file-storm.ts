import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Settings } from '../../../src/foundation/config/index.ts'
import { embeddedPlace } from '../../database.ts'
import { freePort } from '../../server-process.ts'
import { between, seededRandom } from '../random.ts'
import { type Server, startServer } from '../server.ts'
import { createContents } from './contents.ts'
import { type FileLoad, startFileClients } from './file-clients.ts'
import type { Life } from './file-life.ts'
import { createFileLedger, type FileLedger, type FileRecord } from './file-record.ts'
import { type FileRequests, fileRequests } from './file-requests.ts'
import { judgeFiles } from './judge-files.ts'
import { type Leftovers, sweepLater } from './leftovers.ts'

export interface FileStormOptions {
  readonly kills: number
  readonly seed: number
  /** URL of the PostgreSQL database; absent for the embedded database. */
  readonly databaseUrl?: string | undefined
  /** Object store for the bytes; absent if the bytes are stored in the data folder. */
  readonly s3?: S3Settings | undefined
  /** Called while the server is dead, with the number of the kill from 1. Tests plant damage here. */
  readonly betweenKillAndStart?: (kill: number, dataDir: string) => void
}

export interface FileStormResult {
  readonly problems: readonly string[]
  /** Number of successful requests of each kind. */
  readonly acked: Readonly<Record<string, number>>
  /** Number of downloads compared with their uploads; `files` is the number of files visible in the end. */
  readonly downloads: number
  readonly files: number
  readonly leftovers: Leftovers
}

/** Number of kills after which all files are read again; in between, only new files are read. */
const readAllEvery = 10
const leastFiles = 10
const rootDirectory = '9240261a-ab27-5e65-b883-198236739dcc'

/**
 * Runs the test: clients upload, keep, move and delete files while the server is killed at random moments. After each
 * start, every visible file is compared with its upload. In the end, no orphaned data may be left.
 */
export async function runFileStorm(options: FileStormOptions): Promise<FileStormResult> {
  const { kills, seed, databaseUrl, s3 } = options
  const { dataDir, remove } = await embeddedPlace()
  const random = seededRandom(seed)
  const ledger = createFileLedger()
  const settings = { dataDir, port: await freePort(), databaseUrl, environment: s3Environment(s3) }
  let server = await startServer(settings)
  const requests = fileRequests(server.url)
  let downloads = 0
  const read = new Set<string>()
  const judge = async (when: string): Promise<void> => {
    const already = read.size
    const problems = await judgeFiles(requests, ledger, read)
    ledger.problems.push(...problems.map((problem) => `${when}: ${problem}`))
    downloads += read.size - already
  }
  try {
    const unfinished: Life[] = []
    const directories = await makeDirectories(requests)
    const load: FileLoad = { ledger, random, contents: createContents(random), directories, unfinished }
    for (let kill = 1; kill <= kills; kill++) {
      const clients = startFileClients(requests, load)
      await sleep(between(random, 50, 900))
      if (kill === kills) await untilFilesAreKept(ledger)
      ledger.problems.push(...endedAlone(server))
      await server.kill()
      await clients.stop()
      options.betweenKillAndStart?.(kill, dataDir)
      server = await startServer(settings)
      if (kill % readAllEvery === 0) read.clear()
      await judge(`after kill ${kill}`)
    }
    await stop(server, ledger.problems)
    const leftovers = await sweepLater({ dataDir, databaseUrl, s3 })
    ledger.problems.push(...problemsOf(leftovers))
    server = await startServer(settings)
    read.clear()
    await judge('after the sweep')
    await stop(server, ledger.problems)
    return { problems: ledger.problems, acked: ledger.acked, downloads, files: read.size, leftovers }
  } finally {
    await server.kill()
    await remove()
  }
}

/** Waits until some files are stored, because a kill on a slow machine may otherwise leave nothing to check. */
async function untilFilesAreKept({ records }: FileLedger): Promise<void> {
  const isKept = ({ mayBeMissing, content }: FileRecord): boolean => !mayBeMissing && content.bytes.length > 0
  for (let left = 600; left > 0 && records.values().filter(isKept).toArray().length < leastFiles; left--) {
    await sleep(100)
  }
}

export async function makeDirectories({ send }: FileRequests): Promise<string[]> {
  const make = async (name: string, directory: string): Promise<string> => {
    const { status, body } = await send('POST', '/pub/v1/disk/directory', { name, directory })
    if (status !== 200) throw new Error(`the directory could not be created: ${status} ${JSON.stringify(body)}`)
    return body.directory.__id
  }
  const outer = await make('outer', rootDirectory)
  return [rootDirectory, outer, await make('inner', outer)]
}

async function stop(server: Server, problems: string[]): Promise<void> {
  problems.push(...endedAlone(server))
  const code = await server.stop()
  if (code !== 0) problems.push(`the server ended with exit code ${code} after SIGTERM`)
}

function endedAlone(server: Server): string[] {
  const ended = server.ended()
  return ended === undefined ? [] : [`the server ended without being killed: ${ended}`]
}

export function problemsOf({ before, after }: Leftovers): string[] {
  const lost = before.rowsWithoutBytes + after.rowsWithoutBytes
  const left = Object.values(after).reduce((sum, count) => sum + count, 0)
  return [
    ...(lost > 0 ? [`the bytes of ${lost} contents that files refer to are missing`] : []),
    ...(left > 0 ? [`the janitor left ${JSON.stringify(after)}`] : []),
  ]
}

function s3Environment(s3: S3Settings | undefined): Record<string, string> {
  if (s3 === undefined) return {}
  return {
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
}
