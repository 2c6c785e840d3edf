const beatMs = 1

/**
 * Runs `work` and measures the longest stop of the event loop of this thread, in which the server under test runs, too:
 * the CPU time in ms that the thread spent between two beats of a timer. Time in which a busy machine let the thread wait
 * is no CPU time of it, so that load alone is never taken for a stop.
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

/** Keeps the thread busy for so much time of its CPU; for tests of the heartbeat. */
export function burn(ms: number): void {
  for (const untilMs = cpuMs() + ms; cpuMs() < untilMs; );
}
