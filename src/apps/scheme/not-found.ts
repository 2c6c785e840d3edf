import type { ErrorKind, PlatformError } from '../../kit/errors.ts'
import { didYouMean } from '../../kit/nearest.ts'

/** The 404 that names what was asked for, cut to what fits a sentence, and the nearest of those that are there. */
export function notFound(kind: ErrorKind, what: string, name: string, known: Iterable<string> = []): PlatformError {
  return kind(`${what} "${name.slice(0, 200)}" not found${didYouMean(name, known)}`)
}
