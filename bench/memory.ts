import { readFileSync } from 'node:fs'

const everyMs = 50

/**
 * Runs the work and returns the largest rise of the resident memory of a process during the work, in MB. Works on Linux
 * only.
 */
export async function memoryRiseMb(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = residentMb(pid)
  let most = before
  const look = (): void => {
    most = Math.max(most, residentMb(pid))
  }
  const timer = setInterval(look, everyMs)
  try {
    await work()
    look()
    return most - before
  } finally {
    clearInterval(timer)
  }
}

function residentMb(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1]) / 1024
}
