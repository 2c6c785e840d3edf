import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Seconds of CPU that each part has used so far. Parts that cannot be measured from this process are left out. */
export interface CpuSeconds {
  readonly server?: number
  readonly database?: number
  readonly generator?: number
}

/**
 * Returns the CPU seconds of each part. `postmaster` is the parent of PostgreSQL's processes when it runs on this
 * machine. Returns an empty object on systems other than Linux, which have no /proc.
 */
export function cpuSeconds(serverPid: number, postmaster: number | undefined): CpuSeconds {
  try {
    const server = readStat(serverPid).own
    const generator = readStat(process.pid).reaped
    return postmaster === undefined ? { server, generator } : { server, database: family(postmaster), generator }
  } catch {
    return {}
  }
}

/** Returns the microseconds of CPU that each part used per request. */
export function perRequestUs(before: CpuSeconds, after: CpuSeconds, requests: number): CpuSeconds {
  const parts = Object.entries(before).map(([part, seconds]) => {
    const used = (after[part as keyof CpuSeconds] ?? seconds) - seconds
    return [part, (used * 1e6) / requests] as const
  })
  return Object.fromEntries(parts)
}

/** Returns the CPU seconds of all children of this process that have ended. Throws on systems other than Linux. */
export function childCpuSeconds(): number {
  return readStat(process.pid).reaped
}

/** Returns the CPU seconds that the machine has used for anything since its start; 0 on systems other than Linux. */
export function busySeconds(): number {
  try {
    const [user, nice, system, , , interrupts, softInterrupts] = readFileSync('/proc/stat', 'utf8')
      .split('\n', 1)[0]!
      .split(/\s+/)
      .slice(1)
      .map(Number)
    return (user! + nice! + system! + interrupts! + softInterrupts!) / ticksPerSecond
  } catch {
    return 0
  }
}

/** Returns the process id of the parent; undefined when the process has ended, and on systems other than Linux. */
export function parentOf(pid: number): number | undefined {
  try {
    return readStat(pid).parent
  } catch {
    return undefined
  }
}

/** Returns the CPU seconds of a process and its children, including children that have ended. */
function family(pid: number): number {
  const { own, reaped } = readStat(pid)
  let sum = own + reaped
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const child = readStat(Number(name))
      if (child.parent === pid) sum += child.own
    } catch {
      // The process ended after the directory was read.
    }
  }
  return sum
}

function readStat(pid: number): { parent: number; own: number; reaped: number } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may hold spaces; the text after the closing bracket begins with field 3.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const seconds = (field: number): number => fields[field - 3]! / ticksPerSecond
  return { parent: fields[1]!, own: seconds(14) + seconds(15), reaped: seconds(16) + seconds(17) }
}
