import { statementName } from './sql.ts'

/** Each prepared statement costs every connection some 10–100 KB of the server's memory. */
const maxNames = 1_000
const maxSeenOnce = 5_000

export interface PreparedNames {
  /** The name to prepare `text` under, or undefined when it is better not kept by the server. */
  nameOf(text: string): string | undefined
  /** The server has lost or outgrown the plan of `text`: it is never named again. */
  forget(text: string): void
}

/**
 * A text gets its name at its second use, and only so many get one: callers who send ever different filters must not
 * fill the server's memory. Names are never taken back, since each connection would have to be told.
 */
export function createPreparedNames(): PreparedNames {
  const names = new Map<string, string | undefined>()
  const seenOnce = new Set<string>()
  return {
    nameOf(text) {
      const name = names.get(text)
      if (name !== undefined || names.size >= maxNames) return name
      if (names.has(text)) return undefined
      if (seenOnce.delete(text)) {
        const given = statementName(text)
        names.set(text, given)
        return given
      }
      if (seenOnce.size >= maxSeenOnce) seenOnce.clear()
      seenOnce.add(text)
      return undefined
    },
    forget(text) {
      if (names.has(text)) names.set(text, undefined)
    },
  }
}
