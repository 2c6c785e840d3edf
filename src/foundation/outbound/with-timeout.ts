/**
 * Runs work with a timeout. Throws the error of `late` when the work takes longer than `ms` milliseconds, or the reason
 * of `outer` when that signal is aborted. In both cases the work's own signal is aborted, so that the work can clean
 * up.
 */
export async function withTimeout<T>(
  ms: number,
  outer: AbortSignal,
  late: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const inner = new AbortController()
  const stopped = Promise.withResolvers<never>()
  inner.signal.addEventListener('abort', () => stopped.reject(inner.signal.reason), { once: true })
  const stop = (): void => inner.abort(outer.reason)
  outer.addEventListener('abort', stop, { once: true })
  if (outer.aborted) stop()
  const timer = setTimeout(() => inner.abort(late()), ms)
  try {
    return await Promise.race([stopped.promise, work(inner.signal)])
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', stop)
  }
}
