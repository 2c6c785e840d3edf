/** A write that waits for a few seconds, so that the user can take it back. */
export interface DelayedWrite {
  /** Drops the write. Has no effect once the write is being sent. */
  takeBack(): void
  /** Sends the write at once. */
  sendNow(): void
}

const waiting = new Set<() => Promise<void>>()
let isWatching = false

/**
 * Sends a write after a delay, or earlier when the user leaves or hides the page, because a hidden page may be closed
 * without notice. `send` must begin its request before its first `await` and must not throw.
 */
export function delayWrite(send: () => Promise<void>, delayMs: number): DelayedWrite {
  watchPage()
  const timer = setTimeout(() => void sendNow(), delayMs)
  const takeBack = () => {
    clearTimeout(timer)
    waiting.delete(sendNow)
  }
  const sendNow = async () => {
    if (!waiting.has(sendNow)) return
    takeBack()
    await send()
  }
  waiting.add(sendNow)
  return { takeBack, sendNow: () => void sendNow() }
}

/** Sends all delayed writes at once, such as before the session ends. Resolves when all have been answered. */
export async function sendDelayedWrites(): Promise<void> {
  await Promise.all([...waiting].map((send) => send()))
}

function watchPage(): void {
  if (isWatching) return
  isWatching = true
  addEventListener('pagehide', () => void sendDelayedWrites())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void sendDelayedWrites()
  })
}
