/** npm and our launcher hand on a Ctrl+C that the terminal has sent to us as well; so soon after it, it is the same one. */
const sameSignalMs = 1_000

/** Resolves at the first SIGTERM or SIGINT; a second one, when it is not the echo of the first, ends the process. */
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
