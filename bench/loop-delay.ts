// Loaded into the server by --import: how long was its event loop stopped at the worst, since the last question?
const everyMs = 1
let last = { wallMs: performance.now(), cpuUs: cpuUs() }
let worst = { wallMs: 0, cpuMs: 0 }

export interface Stop {
  /** Of the clock: the machine may have given the time to others. */
  readonly wallMs: number
  /** That the thread itself worked. */
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
