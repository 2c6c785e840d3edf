import { parentPort } from 'node:worker_threads'
import type { FromThread, SandboxTask } from './messages.ts'
import { createSandbox } from './sandbox.ts'

// The thread that runs scripts. Its engine asks the thread only for the time, which is the time of the task.

const port = parentPort!
const post = (message: FromThread): void => port.postMessage(message)
const sandbox = await createSandbox()
// Scripts see UTC, regardless of the time zone of the machine.
Date.prototype.getTimezoneOffset = () => 0

port.on('message', (task: SandboxTask) => {
  if (task.kind === 'run') Date.now = () => task.nowMs
  post({ kind: 'begins' })
  try {
    post({ kind: 'ended', result: sandbox.run(task), isBroken: false })
  } catch (error) {
    const message = `the sandbox failed: ${String(error).slice(0, 200)}`
    post({ kind: 'ended', result: { type: 'limit', message }, isBroken: true })
  }
})
