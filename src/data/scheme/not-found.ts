import type { ErrorKind, PlatformError } from '../../foundation/kit/errors.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'

/** Returns the 404 for a name, cut to 200 characters, with the nearest known name as a suggestion. */
export function notFound(kind: ErrorKind, what: string, name: string, known: Iterable<string> = []): PlatformError {
  return kind(`${what} "${name.slice(0, 200)}" not found${didYouMean(name, known)}`)
}
