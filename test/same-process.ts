import assert from 'node:assert/strict'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface SameProcess extends Disposable {
  /** Asserts that there was no uncaught error, that no file of uploads is open, and that no new upload file is left. */
  assertSame(): Promise<void>
}

/** Starts to watch this process, in which the server runs too. `dataDir` is the server's data folder. */
export function watchProcess(dataDir: string): SameProcess {
  const uncaught: unknown[] = []
  const note = (error: unknown): void => void uncaught.push(error)
  process.on('uncaughtExceptionMonitor', note)
  const folder = join(dataDir, 'files')
  const uploads = (): string[] => readdirSync(join(folder, 'tmp'))
  const before = new Set(uploads())
  const left = (): string[] => [...openFiles(folder), ...uploads().filter((name) => !before.has(name))]
  return {
    async assertSame() {
      // Closing files takes moments, or longer on a busy machine.
      for (let looks = 1_000; looks > 0 && left().length > 0; looks--) await wait(20)
      assert.deepEqual({ uncaught, left: left() }, { uncaught: [], left: [] })
    },
    [Symbol.dispose]: () => void process.off('uncaughtExceptionMonitor', note),
  }
}

/** Returns the paths of the open files below a folder; an empty list where there is no /proc. */
function openFiles(folder: string): string[] {
  if (!existsSync('/proc/self/fd')) return []
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(folder) ? [path] : []
    } catch {
      return []
    }
  })
}
