import { endAboveMemory } from '../../foundation/kit/memory-limit.ts'
import { UnreadableFile } from '../../foundation/kit/unreadable-file.ts'
import type { ExtractionResult, ExtractionTask } from './extraction.ts'
import { isForLibrary, readText } from './read/read-text.ts'
import { excerptOf, indexedWords } from './words.ts'

// The child process that extracts text from files, so that a malicious file can only harm this process. It is started
// by extraction-process.ts.

const setMaxBytes = endAboveMemory()
const ownBytes = process.memoryUsage.rss()
const input = process.stdin.iterator({ destroyOnReturn: false })
let rest: Buffer = Buffer.alloc(0)

/** Reads the next bytes of the standard input, in which files follow one another. */
async function readBytes(size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; ) {
    if (rest.length === 0) {
      const { value, done } = await input.next()
      if (done === true) process.exit(0)
      rest = value as Buffer
    }
    const piece = rest.subarray(0, size - at)
    bytes.set(piece, at)
    at += piece.length
    rest = rest.subarray(piece.length)
  }
  return bytes
}

async function extract(bytes: Uint8Array, task: ExtractionTask): Promise<ExtractionResult> {
  const isReusable = !isForLibrary(bytes)
  try {
    const text = await readText(bytes, { maxChars: task.maxChars, maxMs: task.maxReadMs })
    const words = text === undefined ? '' : indexedWords(text)
    if (words === '') return { found: { state: 'none' }, isReusable }
    return { found: { state: 'done', words, excerpt: excerptOf(text!, task.excerptChars) }, isReusable }
  } catch (error) {
    const { name, message } = error as Error
    const reason = error instanceof UnreadableFile ? message : `the file could not be read: ${name}: ${message}`
    return { found: { state: 'failed', reason }, isReusable: false }
  }
}

process.on('message', async (task: ExtractionTask) => {
  setMaxBytes(ownBytes + task.size + task.maxBytes)
  const bytes = await readBytes(task.size)
  process.send!('read')
  process.send!(await extract(bytes, task))
})
process.on('disconnect', () => process.exit(0))
