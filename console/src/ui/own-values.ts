/** The values that an input has reported to its page, until the page gives them back. */
export interface OwnValues {
  /** Remembers a value that the input reports. */
  readonly report: (value: string) => void
  /**
   * Returns whether a value from the page is one that the input has reported. Then earlier reports are forgotten,
   * because the page has passed them over. A value from elsewhere makes all reports obsolete.
   */
  readonly isEcho: (value: string) => boolean
}

/**
 * Returns a memory of reported values. An input with it keeps what was typed while the page was applying an older
 * value, and still shows a value that comes from elsewhere, such as a link.
 */
export function rememberOwnValues(): OwnValues {
  let reported: readonly string[] = []
  return {
    report(value) {
      reported = [...reported, value]
    },
    isEcho(value) {
      const at = reported.indexOf(value)
      reported = at === -1 ? [] : reported.slice(at + 1)
      return at !== -1
    },
  }
}
