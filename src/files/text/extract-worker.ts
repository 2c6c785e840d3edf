import { parentPort } from 'node:worker_threads'
import { UnreadableFile } from '../../kit/unreadable-file.ts'
import type { Extraction, ExtractionTask } from './extract.ts'
import { readText } from './read/read-text.ts'
import { excerptOf, indexedWords } from './words.ts'

// Whatever a file does to this thread ends with it: see who starts it.

async function extract({ bytes, maxChars, excerptChars }: ExtractionTask): Promise<Extraction> {
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

parentPort!.on('message', async (task: ExtractionTask) => parentPort!.postMessage(await extract(task)))
