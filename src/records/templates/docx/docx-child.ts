import { endAboveMemory } from '../../../foundation/kit/memory-limit.ts'
import { UnreadableFile } from '../../../foundation/kit/unreadable-file.ts'
import type { Filled } from '../placeholders/fill-outline.ts'
import { type DocxAnswer, type DocxTask, docxLimits } from './docx-limits.ts'
import { fillDocx } from './fill-docx.ts'
import { inspectDocx } from './inspect-docx.ts'

// The child process that reads and fills DOCX files, so that a malicious file can only harm this process. It handles
// one file and is started by docx-process.ts.

const ownBytes = process.memoryUsage.rss()
const setMaxBytes = endAboveMemory()

async function run(task: DocxTask): Promise<DocxAnswer> {
  try {
    if (task.is === 'inspect') return { result: await inspectDocx(task.bytes) }
    const result = fillDocx(task.bytes, task.filled as Filled)
    return result.length > docxLimits.maxDocumentBytes ? { refusal: 'the document is too large' } : { result }
  } catch (error) {
    const { name, message } = error as Error
    return { refusal: error instanceof UnreadableFile ? message : `the document cannot be read: ${name}: ${message}` }
  }
}

process.on('message', async (task: DocxTask) => {
  setMaxBytes(ownBytes + task.bytes.length + docxLimits.maxMemoryMib * 1024 ** 2)
  process.send!(await run(task))
})
process.on('disconnect', () => process.exit(0))
