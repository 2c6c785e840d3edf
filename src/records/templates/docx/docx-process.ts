import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { limitConcurrency } from '../../../foundation/kit/concurrency-limit.ts'
import { withErrorListener } from '../../../foundation/kit/error-listener.ts'
import { documentsBusy } from '../errors.ts'
import type { Filled } from '../placeholders/fill-outline.ts'
import { type DocxAnswer, type DocxTask, docxLimits } from './docx-limits.ts'
import type { InspectedDocx } from './inspect-docx.ts'

const path = fileURLToPath(new URL('./docx-child.ts', import.meta.url))

const queued = limitConcurrency({ running: 2, waiting: 100 }, () =>
  documentsBusy('too many documents are being generated; try again later'),
)

/** The result of a process for one DOCX file, or the reason why the file was refused. */
export type DocxOutcome<T> = { readonly result: T } | { readonly refusal: string }

/** Checks a DOCX file and reads its placeholders in a process with limits. */
export const inspect = (bytes: Uint8Array): Promise<DocxOutcome<InspectedDocx>> => run({ is: 'inspect', bytes })

/** Fills a DOCX file in a process with limits. */
export const render = (bytes: Uint8Array, filled: Filled): Promise<DocxOutcome<Uint8Array>> =>
  run({ is: 'render', bytes, filled })

/**
 * Runs one task in a process of its own. The process gets no environment variables, and therefore no secrets. It is
 * killed when it exceeds the limits of time or memory.
 */
function run<T>(task: DocxTask): Promise<DocxOutcome<T>> {
  return queued(async () => {
    const child = withErrorListener(
      fork(path, [], {
        execArgv: [`--max-old-space-size=${docxLimits.maxMemoryMib}`, '--no-warnings'],
        env: {},
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'advanced',
      }),
    )
    const answered = Promise.withResolvers<DocxOutcome<T>>()
    child.once('message', (answer) => answered.resolve(answer as DocxAnswer as DocxOutcome<T>))
    // The memory limit, V8 and the operating system all end the process with a signal when it uses too much memory.
    child.once('exit', () =>
      answered.resolve({
        refusal: child.signalCode === null ? 'its process ended' : 'the document needs too much memory',
      }),
    )
    child.once('error', () => answered.resolve({ refusal: 'the document cannot be read now' }))
    const timer = setTimeout(() => {
      answered.resolve({ refusal: `the document takes more than ${docxLimits.maxMs / 1000} s` })
    }, docxLimits.maxMs)
    try {
      child.send(task, () => {})
      return await answered.promise
    } finally {
      clearTimeout(timer)
      child.kill('SIGKILL')
    }
  })
}
