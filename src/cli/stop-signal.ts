/**
 * npm and the launcher forward a Ctrl+C that the terminal also sends to this process. A second signal within this time
 * is such a copy.
 */
const sameSignalMs = 1_000

/**
 * Resolves at the first SIGTERM or SIGINT. A second signal ends the process, unless it is the forwarded copy of the
 * first.
 */
export function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let firstAtMs: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      firstAtMs ??= performance.now()
      if (performance.now() - firstAtMs > sameSignalMs) process.exit(1)
      resolve()
    })
  }
  return promise
}
