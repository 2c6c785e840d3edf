import type { Extraction } from './extraction.ts'
import { type ExtractionProcess, startExtractionProcess } from './extraction-process.ts'

export interface ExtractionLimits {
  /** The time after which reading stops and the text found so far is used, in ms. */
  readonly maxReadMs: number
  /** The time after which the process is killed and the extraction fails, in ms. */
  readonly maxMs: number
  /** The memory that an extraction may use in addition to the bytes of the file, in MiB. */
  readonly maxMemoryMib: number
  /** The maximum length of the text in characters; text beyond it is not searchable. */
  readonly maxChars: number
}

export const extractionLimits: ExtractionLimits = {
  maxReadMs: 5_000,
  maxMs: 10_000,
  maxMemoryMib: 192,
  maxChars: 2 * 1024 ** 2,
}
/**
 * The length of the stored excerpt in characters. A longer one would cost the database several milliseconds per found
 * file for marking the matches.
 */
const excerptChars = 32_000
const idleMs = 5_000

export interface Extractor {
  /**
   * Extracts the text of a file of `size` bytes. Only one call may run at a time. Rejects when the signal aborts the
   * extraction, or with the error of `content`.
   */
  extract(content: AsyncIterable<Uint8Array>, size: number, signal: AbortSignal): Promise<Extraction>
  close(): Promise<void>
}

/**
 * Creates an extractor that reads files in a child process, which is killed when it needs too much time or memory.
 * After a file that a library has read, the process is ended, so that the file can't affect the next one. After plain
 * text, which is mostly small, the process is reused; it ends after five idle seconds.
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
