import { statementName } from '../sql.ts'

/** Maximum number of prepared statements. Each one takes 10–100 KB of the server's memory per connection. */
const maxNames = 1_000
const maxSeenOnce = 5_000

export interface PreparedNames {
  /** Returns the name for preparing `text`, or undefined when the statement should not be prepared. */
  nameOf(text: string): string | undefined
  /** Stops naming `text`, after the server has lost or invalidated its plan. */
  forget(text: string): void
}

/**
 * Creates the names of prepared statements. A text gets a name at its second use, and the number of names is limited:
 * callers who send ever different filters must not fill the server's memory. Names are never reused, since every
 * connection would have to drop its old statement.
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
