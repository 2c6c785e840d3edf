/** The pause between two looks for events. */
export interface Pause {
  /** Begins a series of pauses. */
  begin(): void
  /** Ends the present pause and the series. */
  end(): void
  isOver(): boolean
  /** Shortens the present pause to `shortMs`, or the next one when none is under way. */
  shorten(): void
  /** Waits for `ms` milliseconds, less when the pause is shortened and may be. Returns whether it was shortened. */
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
