/** The pause between two polls for events. */
export class Pause {
  readonly #shortMs: number
  #over = true
  #shortened = false
  #mayBeShort = false
  #timer: NodeJS.Timeout | undefined
  #finish: (() => void) | undefined

  constructor(shortMs: number) {
    this.#shortMs = shortMs
  }

  /** Begins a series of pauses. */
  begin(): void {
    this.#over = false
    this.#shortened = false
  }

  /** Ends the present pause and the series. */
  end(): void {
    this.#over = true
    this.#finish?.()
  }

  isOver(): boolean {
    return this.#over
  }

  /** Shortens the present pause to `shortMs` milliseconds; without a present pause, shortens the next one. */
  shorten(): void {
    if (this.#shortened) return
    this.#shortened = true
    if (this.#finish !== undefined && this.#mayBeShort) this.#finishIn(this.#shortMs)
  }

  /**
   * Waits for `ms` milliseconds, or for less when `mayShorten` is true and the pause is shortened. Returns whether
   * `shorten` was called.
   */
  async wait(ms: number, mayShorten: boolean): Promise<boolean> {
    if (this.#over) return false
    this.#mayBeShort = mayShorten && ms > this.#shortMs
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#finish = resolve
    this.#finishIn(this.#shortened && this.#mayBeShort ? this.#shortMs : ms)
    await promise
    clearTimeout(this.#timer)
    this.#finish = undefined
    const result = this.#shortened
    this.#shortened = false
    return result
  }

  #finishIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#finish?.(), ms)
  }
}
