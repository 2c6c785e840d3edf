/**
 * Ends the work when it takes longer than `ms`, with the error of `late`, or when `outer` is aborted, with its reason.
 * The work hears of both by its own signal, and cleans up.
 */
export async function within<T>(
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
