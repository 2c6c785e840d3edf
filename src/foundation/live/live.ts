import type { PeriodicJob } from '../jobs/index.ts'
import type { LiveSource } from './source.ts'

const everyMs = 1_000

/** A watch: the objects that one client watches. */
export interface Watch {
  /** Replaces the watched objects. A key is a kind and an id, such as `instance:ID`. */
  replace(keys: Iterable<string>): void
  end(): void
}

export interface Live {
  /**
   * Watches objects. `changed` is called with the keys that have changed, at most once a second. `begun` is called
   * once, about a second after the call: every later change is reported.
   */
  watch(keys: Iterable<string>, changed: (keys: readonly string[]) => void, begun?: () => void): Watch
  /** Reads the sources once and notifies the watches. */
  look(): Promise<void>
  readonly periodic: readonly PeriodicJob[]
}

interface Watcher {
  keys: ReadonlySet<string>
  readonly changed: (keys: readonly string[]) => void
  /** Called after the first look; undefined afterwards. */
  begun: (() => void) | undefined
}

/**
 * Creates the watches of this node. Each source is read once a second for all watches together, and not at all while
 * nothing of its kind is watched.
 */
export function createLive(sources: readonly LiveSource[]): Live {
  const watchers = new Set<Watcher>()

  function watchedOf(kind: string): string[] {
    const prefix = `${kind}:`
    const ids = new Set<string>()
    for (const { keys } of watchers)
      for (const key of keys) if (key.startsWith(prefix)) ids.add(key.slice(prefix.length))
    return [...ids]
  }

  async function look(): Promise<void> {
    if (watchers.size === 0) return
    const beginning = [...watchers].filter(({ begun }) => begun !== undefined)
    const found = await Promise.all(
      sources.map(async ({ kind, changed }) => {
        const watched = watchedOf(kind)
        return watched.length === 0 ? [] : (await changed(watched)).map((id) => `${kind}:${id}`)
      }),
    )
    const changed = new Set(found.flat())
    if (changed.size > 0)
      for (const watcher of watchers) {
        const keys = [...watcher.keys].filter((key) => changed.has(key))
        if (keys.length > 0) watcher.changed(keys)
      }
    for (const watcher of beginning) {
      watcher.begun?.()
      watcher.begun = undefined
    }
  }

  return {
    watch(keys, changed, begun) {
      const watcher: Watcher = { keys: new Set(keys), changed, begun }
      watchers.add(watcher)
      return {
        replace(next) {
          watcher.keys = new Set(next)
        },
        end: () => void watchers.delete(watcher),
      }
    },
    look,
    periodic: [{ name: 'tell watching clients', everyMs, on: 'every node', run: look }],
  }
}
