/** What became of a file: its words and how it begins, nothing that is text, or why it could not be read. */
export type Extraction =
  | { readonly state: 'done'; readonly words: string; readonly excerpt: string }
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly reason: string; readonly mayWorkAgain?: boolean }

export interface ExtractionTask {
  /** Bytes of the file. */
  readonly size: number
  /** Memory, beside the file itself and what the process needs before it. */
  readonly maxBytes: number
  readonly maxChars: number
  readonly maxReadMs: number
  readonly excerptChars: number
}

export interface ExtractionResult {
  readonly found: Extraction
  /** Nothing but our own code has read the file, so the process may go on with the next one. */
  readonly isReusable: boolean
}
