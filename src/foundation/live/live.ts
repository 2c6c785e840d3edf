import type { PeriodicJob } from '../kit/time/periodic-job.ts'
import type { Checkpoint, LiveSource } from './source.ts'
import type { TurnPage } from './turns.store.ts'

const everyMs = 1_000

/** A watch: the objects that one client watches. */
export interface Watch {
  /**
   * Replaces the watched objects. A key is a kind and an id, such as `instance:ID`. Objects that were not watched
   * before count as changed, except objects whose source compares versions and has none for them.
   */
  replace(keys: Iterable<string>): void
  /** Returns the point up to which all changes have been reported; undefined until the watch has begun. */
  checkpoint(): Checkpoint | undefined
  end(): void
}

/** What a watch calls. */
export interface Report {
  /** Called with the keys that have changed, at most once a second. */
  changed(keys: readonly string[]): void
  /**
   * Called once, at the first look after the watch was created, with the keys that may have changed since its
   * checkpoint. Every later change is reported.
   */
  begun(keys: readonly string[]): void
}

interface Watcher {
  keys: ReadonlySet<string>
  readonly report: Report
  /** The point up to which all changes of `seen` have been reported. */
  since: Checkpoint | undefined
  seen: ReadonlySet<string>
  hasBegun: boolean
}

/**
 * Returns whether an object has changed since a checkpoint. Without a checkpoint, an object whose changes have turns
 * counts as changed, and any other object if it has a version.
 */
type IsChanged = (key: string, since: Checkpoint | undefined) => boolean

/**
 * The watches of this node. Each source is read once a second for all watches together, and not at all while nothing
 * of its kind is watched. `presentTurn` returns the turn below which all transactions have ended.
 */
export class Live {
  readonly #sources: readonly LiveSource[]
  readonly #presentTurn: () => Promise<bigint>
  readonly periodic: readonly PeriodicJob[]
  readonly #watchers = new Set<Watcher>()

  constructor(sources: readonly LiveSource[], presentTurn: () => Promise<bigint>) {
    this.#sources = sources
    this.#presentTurn = presentTurn
    this.periodic = [{ name: 'tell watching clients', everyMs, on: 'every node', run: () => this.look() }]
  }

  /**
   * Watches objects. Without a checkpoint, all of them count as changed when the watch begins, except objects whose
   * source compares versions and has none for them.
   */
  watch(keys: Iterable<string>, report: Report, since?: Checkpoint): Watch {
    const watched = new Set(keys)
    const watcher: Watcher = { keys: watched, report, since, seen: watched, hasBegun: false }
    this.#watchers.add(watcher)
    return {
      replace(next) {
        watcher.keys = new Set(next)
      },
      checkpoint: () => (watcher.hasBegun ? watcher.since : undefined),
      end: () => void this.#watchers.delete(watcher),
    }
  }

  /** Returns a checkpoint for whatever is read afterwards, with the versions of the objects that have versions. */
  checkpoint(keys: Iterable<string>): Promise<Checkpoint> {
    return this.#presentState(idsByKind(keys))
  }

  /**
   * Reads the sources once and notifies the watches. When a source fails, the next look reports what this one missed.
   */
  async look(): Promise<void> {
    // What is watched or replaced during the look has to wait for the next one.
    const looking = [...this.#watchers].map((watcher) => ({ watcher, keys: watcher.keys }))
    if (looking.length === 0) return
    const ids = idsByKind(looking.flatMap(({ keys }) => [...keys]))
    const present = await this.#presentState(ids)
    // A checkpoint with a turn above the present one comes from another database.
    for (const { watcher } of looking) if ((watcher.since?.turn ?? 0n) > present.turn) watcher.since = undefined
    const known = looking.flatMap(({ watcher: { since } }) => since?.turn ?? [])
    const isChanged = await this.#compare(present, ids, known)
    for (const { watcher, keys } of looking) {
      if (!this.#watchers.has(watcher)) continue
      const { since, seen, hasBegun, report } = watcher
      const changed = [...keys].filter((key) => isChanged(key, seen.has(key) ? since : undefined))
      Object.assign(watcher, { since: present, seen: keys, hasBegun: true })
      if (!hasBegun) report.begun(changed)
      else if (changed.length > 0) report.changed(changed)
    }
  }

  async #presentState(ids: IdsByKind): Promise<Checkpoint> {
    // Read first: what changes meanwhile has this turn or a higher one.
    const turn = await this.#presentTurn()
    const versions = await Promise.all(
      this.#sources.map(async (source): Promise<[string, string][]> => {
        const watched = ids.get(source.kind)
        if (watched === undefined || !('versions' in source)) return []
        return (await source.versions([...watched])).map(({ id, version }) => [`${source.kind}:${id}`, version])
      }),
    )
    return { turn, versions: new Map(versions.flat()) }
  }

  /** Reads what has changed since the lowest of the known turns, to compare the present state with checkpoints. */
  async #compare(present: Checkpoint, ids: IdsByKind, known: readonly bigint[]): Promise<IsChanged> {
    const until = present.turn
    const [from = until] = [...known, until].sort((one, other) => Number(one - other))
    const pages = new Map<string, TurnPage>()
    await Promise.all(
      this.#sources.map(async (source) => {
        if (!('changes' in source)) return
        const isRead = from < until && ids.has(source.kind)
        pages.set(source.kind, isRead ? await source.changes({ from, until }) : { from, turns: new Map() })
      }),
    )
    return (key, since) => {
      const [kind, id] = parts(key)
      const page = pages.get(kind)
      if (page === undefined) return since?.versions.get(key) !== present.versions.get(key)
      // When there were too many changes, everything counts as changed since a checkpoint below the first turn read.
      return since === undefined || since.turn < page.from || (page.turns.get(id) ?? -1n) >= since.turn
    }
  }
}

/** Returns the kind and the id of a key. */
function parts(key: string): [kind: string, id: string] {
  const at = key.indexOf(':')
  return [key.slice(0, at), key.slice(at + 1)]
}

/** The ids of watched objects by their kinds. */
type IdsByKind = ReadonlyMap<string, ReadonlySet<string>>

function idsByKind(keys: Iterable<string>): IdsByKind {
  const ids = new Map<string, Set<string>>()
  for (const key of new Set(keys)) {
    const [kind, id] = parts(key)
    ids.set(kind, (ids.get(kind) ?? new Set()).add(id))
  }
  return ids
}
