import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The part of emscripten's file system that is replaced. */
interface FileSystemModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } }
}
type StartOptions = Parameters<NodeFS['init']>[1]

/**
 * Files of the embedded server that reach the disk: out of the box its fsync does nothing, so a power cut would lose
 * what was acknowledged. Rests on internals of the pinned version; a test counts the calls.
 */
export class SyncedFiles extends NodeFS {
  syncs = 0

  override async init(...[server, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(server, options)
    const useRealSync = (module: unknown): void => {
      ;(module as FileSystemModule).NODEFS.stream_ops.fsync = ({ nfd }) => {
        this.syncs++
        fsyncSync(nfd)
        return 0
      }
    }
    const preRun = [...[(result.emscriptenOpts as StartOptions).preRun ?? []].flat(), useRealSync]
    return { emscriptenOpts: { ...result.emscriptenOpts, preRun } as StartOptions }
  }
}

/** Brings a folder and all that is in it to the disk. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
}

export function syncPath(path: string): void {
  // A folder can't be opened for this on Windows, where its entries need no sync of their own.
  if (process.platform === 'win32') return
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
