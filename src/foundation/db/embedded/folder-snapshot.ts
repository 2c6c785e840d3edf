import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Snapshot } from '../database.ts'
import { runSnapshot } from '../snapshot.ts'
import { copyRunningFolder } from './copy-folder.ts'
import { type Server, startServer } from './server.ts'

export interface FolderSnapshots {
  /**
   * Copies the database's folder while the server writes to it. No checkpoint may run meanwhile. `firstLogFile` is the
   * name of the first file of the write-ahead log since the last checkpoint. Throws when the disk has no room for the
   * copy.
   */
  copy(firstLogFile: string): Promise<void>
  /**
   * Calls `take`, which copies the folder, and runs `work` on a second server that opens the copy. Only one snapshot
   * exists at a time.
   */
  read<T>(take: () => Promise<void>, work: (snapshot: Snapshot) => Promise<T>): Promise<T>
  /** Stops the server of a snapshot that is in use. The `work` of this snapshot fails. */
  close(): Promise<void>
}

/**
 * Creates the snapshots of the embedded database in `dataDir`. The embedded server has one session, so a long
 * transaction would block all other work. A copy of the folder is in the state that a crash would leave; a second
 * server opens the copy and recovers it from the write-ahead log.
 */
export function createFolderSnapshots(dataDir: string): FolderSnapshots {
  const [folder, copy] = [join(dataDir, 'db'), join(dataDir, 'db.snapshot')]
  // A killed process may have left its copy.
  rmSync(copy, { recursive: true, force: true })
  let server: Server | undefined
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function run<T>(take: () => Promise<void>, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    try {
      await take()
      if (isClosed) throw new Error('the database is closed')
      server = await startServer(copy, { mayCreate: false, isThrowaway: true }, () => {})
      return await runSnapshot(server.client, work)
    } finally {
      await server?.kill()
      server = undefined
      await rm(copy, { recursive: true, force: true })
    }
  }

  return {
    async copy(firstLogFile) {
      await rm(copy, { recursive: true, force: true })
      await copyRunningFolder(folder, copy, firstLogFile)
    },
    read(take, work) {
      const next = last.then(() => run(take, work))
      last = next.catch(() => {})
      return next
    },
    async close() {
      isClosed = true
      await server?.kill()
      await last
    },
  }
}
