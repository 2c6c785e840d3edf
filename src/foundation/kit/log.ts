export type Level = 'debug' | 'info' | 'warn' | 'error'
export type Log = (level: Level, message: string, details?: Record<string, unknown>) => void

const weight: Record<Level | 'silent', number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 }

/**
 * Creates a log that writes one JSON object per line to stderr. Stdout is for the ready line and the output of
 * commands.
 */
export function createLog(least: Level | 'silent'): Log {
  return (level, message, details = {}) => {
    if (weight[level] < weight[least]) return
    const line = { time: new Date().toISOString(), level, message, ...details }
    process.stderr.write(
      `${JSON.stringify(line, (_key, value) => (value instanceof Error ? describe(value) : value))}\n`,
    )
  }
}

function describe(error: Error): Record<string, unknown> {
  return { name: error.name, message: error.message, stack: error.stack, cause: error.cause }
}
