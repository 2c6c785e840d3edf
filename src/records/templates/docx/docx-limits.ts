/** Limits of DOCX templates and of the process that reads and fills them. */
export const docxLimits = {
  maxParts: 2000,
  /** The maximum number of characters of all XML parts together, unpacked. */
  maxXmlChars: 16 * 1024 * 1024,
  /** The maximum size of a generated document in bytes. */
  maxDocumentBytes: 64 * 1024 * 1024,
  /** Memory of the process in addition to what it needs at the start. */
  maxMemoryMib: 384,
  maxMs: 20_000,
}

/** A request to the process. */
export type DocxTask =
  | { readonly is: 'inspect'; readonly bytes: Uint8Array }
  | { readonly is: 'render'; readonly bytes: Uint8Array; readonly filled: unknown }

/** The answer of the process: a result, or the reason why the file is refused. */
export type DocxAnswer = { readonly result: unknown } | { readonly refusal: string }
