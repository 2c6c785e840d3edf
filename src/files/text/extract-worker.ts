import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableFile } from '../../kit/unreadable-file.ts'
import type { Extraction, ExtractionTask } from './extract.ts'
import { readText } from './read/read-text.ts'
import { excerptOf, indexedWords } from './words.ts'

// A thread of its own for one file. Whatever that file does to it ends with it.

const { bytes, maxChars, excerptChars } = workerData as ExtractionTask

async function extract(): Promise<Extraction> {
  try {
    const text = await readText(bytes, maxChars)
    const words = text === undefined ? '' : indexedWords(text)
    if (words === '') return { state: 'none' }
    return { state: 'done', words, excerpt: excerptOf(text!, excerptChars) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { state: 'failed', reason: error.message }
    const { name, message } = error as Error
    return { state: 'failed', reason: `the file could not be read: ${name}: ${message}` }
  }
}

parentPort!.postMessage(await extract())
// Libraries may have left something that would keep the thread alive.
process.exit()
