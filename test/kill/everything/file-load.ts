import { createContents } from '../files/contents.ts'
import { type FileLoad, startFileClients } from '../files/file-clients.ts'
import { createFileLedger } from '../files/file-record.ts'
import { fileRequests } from '../files/file-requests.ts'
import { makeDirectories, problemsOf } from '../files/file-storm.ts'
import { judgeFiles } from '../files/judge-files.ts'
import { sweepLater } from '../files/leftovers.ts'
import type { Load, LoadOptions } from './load.ts'

const clients = 3

/** Uploads, keeps, moves and deletes files. */
export async function fileLoad({ cluster, random }: LoadOptions): Promise<Load> {
  const ledger = createFileLedger(true)
  const requests = fileRequests(cluster.nextUrl)
  const directories = await makeDirectories(requests)
  const load: FileLoad = { ledger, random, contents: createContents(random), directories, unfinished: [] }
  return {
    start: () => startFileClients(requests, load, clients),
    acked: () => Object.values(ledger.acked).reduce((sum, count) => sum + count, 0),
    async settle() {
      const problems = await judgeFiles(requests, ledger, new Set())
      return [...ledger.problems, ...problems]
    },
    judge: async ({ dataDir, databaseUrl }) => problemsOf(await sweepLater({ dataDir, databaseUrl, s3: undefined })),
  }
}
