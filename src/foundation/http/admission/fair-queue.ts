/** A queue that serves its callers in turn, and each caller's entries in FIFO order. */
export interface FairQueue<Entry> {
  readonly size: number
  add(caller: string, entry: Entry): void
  /** Removes and returns the first entry of the next caller whom `mayRun` accepts; undefined when there is none. */
  take(mayRun: (caller: string) => boolean): Entry | undefined
  /** Removes and returns each caller's first entries for which `isWanted` returns true. */
  takeFirstWhile(isWanted: (entry: Entry) => boolean): Entry[]
  /** Removes an entry. Returns whether it was in the queue. */
  remove(caller: string, entry: Entry): boolean
  /**
   * Makes room for an entry of `caller`: removes the newest entry of the caller who has the most, and returns it.
   * Returns undefined, and removes nothing, unless that caller has at least two entries more than `caller`.
   */
  displaceFor(caller: string): Entry | undefined
  /** Returns whether `displaceFor` would remove an entry. */
  canDisplaceFor(caller: string): boolean
}

export function createFairQueue<Entry>(): FairQueue<Entry> {
  /** The entries by caller. The order of the keys is the order in which the callers have their turn. */
  const lines = new Map<string, Entry[]>()
  let size = 0

  const drop = (caller: string, line: Entry[], at: number): Entry => {
    const [entry] = line.splice(at, 1)
    if (line.length === 0) lines.delete(caller)
    size--
    return entry!
  }
  const longestBeside = (caller: string): [string, Entry[]] | undefined => {
    const own = lines.get(caller)?.length ?? 0
    let most: [string, Entry[]] | undefined
    for (const line of lines) if (most === undefined || line[1].length > most[1].length) most = line
    return most !== undefined && most[1].length >= own + 2 ? most : undefined
  }
  return {
    get size() {
      return size
    },
    add(caller, entry) {
      const line = lines.get(caller)
      if (line === undefined) lines.set(caller, [entry])
      else line.push(entry)
      size++
    },
    take(mayRun) {
      for (const [caller, line] of lines) {
        if (!mayRun(caller)) continue
        // The caller goes to the end of the order.
        lines.delete(caller)
        lines.set(caller, line)
        return drop(caller, line, 0)
      }
      return undefined
    },
    takeFirstWhile(isWanted) {
      const taken: Entry[] = []
      for (const [caller, line] of lines)
        while (line.length > 0 && isWanted(line[0]!)) taken.push(drop(caller, line, 0))
      return taken
    },
    remove(caller, entry) {
      const line = lines.get(caller)
      const at = line?.indexOf(entry) ?? -1
      if (at < 0) return false
      drop(caller, line!, at)
      return true
    },
    displaceFor(caller) {
      const most = longestBeside(caller)
      return most && drop(most[0], most[1], most[1].length - 1)
    },
    canDisplaceFor: (caller) => longestBeside(caller) !== undefined,
  }
}
