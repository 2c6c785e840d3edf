import assert from 'node:assert/strict'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface SameProcess extends Disposable {
  /** That nothing was thrown past all listeners, and that uploads have neither an open file nor one without a row. */
  assertSame(): Promise<void>
}

/** Watches this process, in which the server runs, from now on; `dataDir` is that of the server. */
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
      // It takes moments, on a busy machine more.
      for (let looks = 1_000; looks > 0 && left().length > 0; looks--) await wait(20)
      assert.deepEqual({ uncaught, left: left() }, { uncaught: [], left: [] })
    },
    [Symbol.dispose]: () => void process.off('uncaughtExceptionMonitor', note),
  }
}

/** Paths of the open files below a folder; none where there is no /proc. */
export function openFiles(folder: string): string[] {
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
