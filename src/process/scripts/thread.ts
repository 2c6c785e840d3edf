import { parentPort } from 'node:worker_threads'
import type { FromThread, SandboxTask } from './messages.ts'
import { createSandbox } from './sandbox.ts'

// The thread that scripts run in. The engine in it asks this thread for the time only, which is the time of the task.

const port = parentPort!
const post = (message: FromThread): void => port.postMessage(message)
const sandbox = await createSandbox()
// Scripts see UTC, whatever the time zone of the machine is.
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
