import type { Extraction } from './extraction.ts'
import { type ExtractionProcess, startExtractionProcess } from './extraction-process.ts'

export interface ExtractionLimits {
  /** After so long the text that was found so far is all that is taken. */
  readonly maxReadMs: number
  /** What is not done by then is ended. */
  readonly maxMs: number
  /** Memory that a file may take beside its own bytes; objects and all else together. */
  readonly maxMemoryMib: number
  /** Of text, in characters; what comes behind is not looked for. */
  readonly maxChars: number
}

export const extractionLimits: ExtractionLimits = {
  maxReadMs: 5_000,
  maxMs: 10_000,
  maxMemoryMib: 192,
  maxChars: 2 * 1024 ** 2,
}
/** To mark words in it costs the database milliseconds for each file that was found. */
const excerptChars = 32_000
const idleMs = 5_000

export interface Extractor {
  /**
   * Takes the text out of a file of `size` bytes. One file after the other. Rejects when it is aborted and when the
   * content breaks.
   */
  extract(content: AsyncIterable<Uint8Array>, size: number, signal: AbortSignal): Promise<Extraction>
  close(): Promise<void>
}

/**
 * Takes the text out of files, in a process that is ended when it needs too much time or memory. A file that libraries
 * read ends its process, so that it can do nothing to the next. Plain text, which is most often small, leaves the process
 * to the next file; it ends when there is nothing to do.
 */
export function createExtractor(limits: ExtractionLimits = extractionLimits): Extractor {
  const { maxMemoryMib, maxMs, maxChars, maxReadMs } = limits
  let kept: ExtractionProcess | undefined
  let idle: NodeJS.Timeout | undefined

  async function drop(): Promise<void> {
    clearTimeout(idle)
    const last = kept
    kept = undefined
    await last?.end()
  }

  return {
    async extract(content, size, signal) {
      signal.throwIfAborted()
      clearTimeout(idle)
      const process = kept ?? startExtractionProcess(maxMemoryMib)
      kept = undefined
      const task = { size, maxBytes: maxMemoryMib * 1024 ** 2, maxChars, maxReadMs, excerptChars }
      let isReusable = false
      try {
        const result = await process.run({ task, content, maxMs, signal })
        isReusable = result.isReusable
        return result.found
      } finally {
        if (isReusable) {
          kept = process
          idle = setTimeout(() => void drop(), idleMs).unref()
        } else await process.end()
      }
    },
    close: drop,
  }
}
