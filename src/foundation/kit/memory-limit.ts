import { Worker } from 'node:worker_threads'

/**
 * Ends this process when it needs too much memory or its parent is gone; for child processes that read files. Runs in a
 * thread, because a file may keep the main thread busy. Returns the function that sets the limit in bytes.
 */
export function endAboveMemory(): (maxBytes: number) => void {
  const watcher = new Worker(
    `const parent = process.ppid
     let maxBytes = Infinity
     require('node:worker_threads').parentPort.on('message', (next) => { maxBytes = next })
     setInterval(() => {
       if (process.ppid !== parent || process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGKILL')
     }, 50)`,
    { eval: true },
  )
  return (maxBytes) => watcher.postMessage(maxBytes)
}
