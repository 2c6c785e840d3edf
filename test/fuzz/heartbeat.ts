const beatMs = 1

/**
 * Runs `work` and measures the longest stop of this thread's event loop; the server under test runs in the same thread.
 * A stop is the CPU time of the thread, in ms, between two beats of a timer. CPU time does not include the time during
 * which a busy machine suspends the thread, so load alone does not count as a stop.
 */
export async function withHeartbeat<T>(work: () => Promise<T>): Promise<{ result: T; stoppedMs: number }> {
  let lastMs = cpuMs()
  let stoppedMs = 0
  const beat = (): void => {
    const nowMs = cpuMs()
    stoppedMs = Math.max(stoppedMs, nowMs - lastMs)
    lastMs = nowMs
  }
  const timer = setInterval(beat, beatMs)
  try {
    const result = await work()
    beat()
    return { result, stoppedMs }
  } finally {
    clearInterval(timer)
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Keeps the thread busy for `ms` milliseconds of CPU time; for tests of the heartbeat. */
export function burn(ms: number): void {
  for (const untilMs = cpuMs() + ms; cpuMs() < untilMs; );
}
