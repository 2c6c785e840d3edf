// Loaded into the server by --import. Reports the longest time for which the event loop was blocked since the last
// query.
const everyMs = 1
let last = { wallMs: performance.now(), cpuUs: cpuUs() }
let worst = { wallMs: 0, cpuMs: 0 }

export interface Stop {
  /** Elapsed time in ms; other processes of the machine may have run during a part of it. */
  readonly wallMs: number
  /** CPU time of the thread itself, in ms. */
  readonly cpuMs: number
}

function cpuUs(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

setInterval(() => {
  const now = { wallMs: performance.now(), cpuUs: cpuUs() }
  const wallMs = now.wallMs - last.wallMs - everyMs
  const cpuMs = (now.cpuUs - last.cpuUs) / 1000
  if (wallMs > worst.wallMs) worst = { ...worst, wallMs }
  if (cpuMs > worst.cpuMs) worst = { ...worst, cpuMs }
  last = now
}, everyMs).unref()

process.on('message', () => {
  process.send!(worst satisfies Stop)
  worst = { wallMs: 0, cpuMs: 0 }
})
process.channel?.unref()
