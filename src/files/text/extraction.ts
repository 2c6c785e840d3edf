/** The result of an extraction: the words and the beginning of the text, no text, or the reason of a failure. */
export type Extraction =
  | { readonly state: 'done'; readonly words: string; readonly excerpt: string }
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly reason: string; readonly mayWorkAgain?: boolean }

export interface ExtractionTask {
  /** The size of the file in bytes. */
  readonly size: number
  /** The memory in bytes that the extraction may use in addition to the file and the process itself. */
  readonly maxBytes: number
  readonly maxChars: number
  readonly maxReadMs: number
  readonly excerptChars: number
}

export interface ExtractionResult {
  readonly found: Extraction
  /**
   * Whether the process can read another file: true when only code of this project, and no library, has read this
   * file, and reading did not fail.
   */
  readonly isReusable: boolean
}
