import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { withErrorListener } from '../../foundation/kit/error-listener.ts'
import type { ExtractionResult, ExtractionTask } from './extraction.ts'

interface ExtractionRun {
  readonly task: ExtractionTask
  readonly content: AsyncIterable<Uint8Array>
  /** The time limit of the extraction in ms, counted from when all bytes were received. */
  readonly maxMs: number
  readonly signal: AbortSignal
}

export interface ExtractionProcess {
  /**
   * Runs one extraction and returns its result. Rejects when the signal aborts the extraction, or with the error of
   * `content`.
   */
  run(run: ExtractionRun): Promise<ExtractionResult>
  /** Kills the process; resolves when it is gone. */
  end(): Promise<void>
}

const path = fileURLToPath(new URL('./extraction-child.ts', import.meta.url))

/**
 * Starts a process that reads files. The process gets no environment variables, and so no secrets. It does not keep
 * the server alive between two runs.
 */
export function startExtractionProcess(maxHeapMib: number): ExtractionProcess {
  const child = withErrorListener(
    fork(path, [], {
      execArgv: [`--max-old-space-size=${maxHeapMib}`, '--no-warnings'],
      env: {},
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    }),
  )
  const input = withErrorListener(child.stdin!)
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  // An idle child and its channels don't keep this process alive.
  child.unref()
  child.channel?.unref()
  ;(input as unknown as { unref?(): void }).unref?.()

  return {
    async run({ task, content, maxMs, signal }) {
      const ended = Promise.withResolvers<ExtractionResult>()
      const fail = (reason: string): void =>
        ended.resolve({ found: { state: 'failed', reason, mayWorkAgain: true }, isReusable: false })
      let clock: NodeJS.Timeout | undefined
      const onMessage = (message: unknown): void => {
        if (message === 'read') clock = setTimeout(() => fail(`it takes more than ${maxMs / 1000} s`), maxMs)
        else ended.resolve(message as ExtractionResult)
      }
      // A child that ended by a signal needed too much memory: its watcher thread, V8 or the system has killed it.
      const onGone = (): void => fail(child.signalCode === null ? 'its process ended' : 'it needs too much memory')
      const abort = (): void => ended.reject(signal.reason)
      child.on('message', onMessage)
      signal.addEventListener('abort', abort)
      void gone.then(onGone)
      child.ref()
      child.channel?.ref()
      try {
        child.send(task, () => {})
        const sending = send(content, task.size, input, gone).then((isWhole) => {
          if (!isWhole) fail('its bytes are incomplete')
        })
        sending.catch(ended.reject)
        return await ended.promise
      } finally {
        clearTimeout(clock)
        child.off('message', onMessage)
        signal.removeEventListener('abort', abort)
        child.unref()
        child.channel?.unref()
      }
    },
    async end() {
      child.ref()
      child.kill('SIGKILL')
      await gone
    },
  }
}

/**
 * Writes the content to the process. Returns false when the content does not have exactly `size` bytes. Stops early and
 * returns true when the process is gone.
 */
async function send(
  content: AsyncIterable<Uint8Array>,
  size: number,
  input: Writable,
  gone: Promise<void>,
): Promise<boolean> {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > size) return false
    if (input.destroyed) return true
    if (!input.write(chunk)) await Promise.race([once(input, 'drain').catch(() => {}), gone])
  }
  return bytes === size
}
