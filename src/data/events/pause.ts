/** The pause between two polls for events. */
export interface Pause {
  /** Begins a series of pauses. */
  begin(): void
  /** Ends the present pause and the series. */
  end(): void
  isOver(): boolean
  /** Shortens the present pause to `shortMs` milliseconds; without a present pause, shortens the next one. */
  shorten(): void
  /**
   * Waits for `ms` milliseconds, or for less when `mayShorten` is true and the pause is shortened. Returns whether
   * `shorten` was called.
   */
  wait(ms: number, mayShorten: boolean): Promise<boolean>
}

export function createPause(shortMs: number): Pause {
  let over = true
  let shortened = false
  let mayBeShort = false
  let timer: NodeJS.Timeout | undefined
  let finish: (() => void) | undefined

  function finishIn(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => finish?.(), ms)
  }

  return {
    begin() {
      over = false
      shortened = false
    },
    end() {
      over = true
      finish?.()
    },
    isOver: () => over,
    shorten() {
      if (shortened) return
      shortened = true
      if (finish !== undefined && mayBeShort) finishIn(shortMs)
    },
    async wait(ms, mayShorten) {
      if (over) return false
      mayBeShort = mayShorten && ms > shortMs
      const { promise, resolve } = Promise.withResolvers<void>()
      finish = resolve
      finishIn(shortened && mayBeShort ? shortMs : ms)
      await promise
      clearTimeout(timer)
      finish = undefined
      const result = shortened
      shortened = false
      return result
    },
  }
}
