import { PlatformError } from './errors.ts'
import { createFaultFolding } from './fault-folding.ts'

export type Level = 'debug' | 'info' | 'warn' | 'error'
export type Log = (level: Level, message: string, details?: Record<string, unknown>) => void

const weight: Record<Level | 'silent', number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 }

/**
 * Creates a log that writes one JSON object per line to stderr. Stdout is for the ready line and the output of
 * commands. A fault that many requests meet at the same time is one line per second.
 */
export function createLog(least: Level | 'silent', write = toStderr): Log {
  const fold = createFaultFolding((line) => write(toText(line)))
  return (level, message, details = {}) => {
    if (weight[level] < weight[least]) return
    const line = { time: new Date().toISOString(), level, message, ...details }
    if (!fold(line)) write(toText(line))
  }
}

function toStderr(line: string): void {
  process.stderr.write(line)
}

const toText = (line: object): string =>
  `${JSON.stringify(line, (_key, value) => (value instanceof Error ? describe(value) : value))}\n`

/** Describes an error. A fault that the platform expects, such as an unreachable database, needs no stack trace. */
function describe(error: Error): Record<string, unknown> {
  const { name, message, stack, cause } = error
  if (!(error instanceof PlatformError)) return { name, message, stack, cause }
  return { code: error.code, message, cause: cause instanceof Error ? cause.message : cause }
}
