import { Worker } from 'node:worker_threads'
import { scriptLimits } from './limits.ts'
import type { FromThread, SandboxResult, SandboxTask } from './messages.ts'

/** Milliseconds in which a new thread must begin its first task. */
const startMs = 30_000

/** A thread that runs one task at a time. A stuck or broken thread is replaced before the next task. */
export class ScriptThread {
  #worker: Worker | undefined

  /** Runs a task. Never throws; the result has the type `limit` when the thread ends. */
  async run(task: SandboxTask): Promise<SandboxResult> {
    this.#worker ??= start()
    const worker = this.#worker
    const { promise, resolve } = Promise.withResolvers<{ result: SandboxResult; isBroken: boolean }>()
    const breakOff = (message: string, isOfWallTime = false): void =>
      resolve({ result: { type: 'limit', message, isOfWallTime }, isBroken: true })
    let timer = setTimeout(() => breakOff('the sandbox did not start'), startMs)
    const tooLong = (): void => breakOff(`the script did not end within ${task.wallMs} ms`, true)
    const listen = (message: FromThread): void => {
      clearTimeout(timer)
      if (message.kind === 'ended') resolve(message)
      // If the main thread was busy, the result may have arrived already. The result is read before the timeout
      // counts.
      else timer = setTimeout(() => setImmediate(tooLong), task.wallMs + scriptLimits.graceMs)
    }
    const ended = (): void => breakOff('the thread of the script ended')
    worker.on('message', listen).on('exit', ended)
    worker.ref()
    worker.postMessage(task)
    const { result, isBroken } = await promise
    clearTimeout(timer)
    worker.off('message', listen).off('exit', ended)
    worker.unref()
    if (isBroken) {
      // The result does not wait for the end of the thread. Code in the thread cannot prevent its end.
      this.#worker = undefined
      void worker.terminate()
    }
    return result
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }
}

function start(): Worker {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    // Limit of the heap of the thread itself. The sandbox limits the memory of scripts.
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
    env: {},
    execArgv: [],
    stdin: false,
  })
  // An error ends the thread, and then the event `exit` occurs.
  worker.on('error', () => {})
  return worker
}
