import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of the project, where packages are found. */
const root = fileURLToPath(new URL('..', import.meta.url))

export interface TimedProcess {
  /** Milliseconds from the start of the process until it printed the line or ended. */
  readonly wallMs: number
  /**
   * CPU milliseconds of all threads up to the same moment; undefined when the system does not provide them or the
   * process had ended.
   */
  readonly cpuMs: number | undefined
  /** Greatest resident memory in bytes up to the same moment; undefined as above. */
  readonly peakBytes: number | undefined
}

export interface ProcessOptions {
  readonly words: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** The line to wait for, after which the process is ended. Without this option, the end of the process is awaited. */
  readonly until?: RegExp
}

/**
 * Runs Node with the arguments `words` and returns how long it takes. Throws an error with the output of the process
 * when the process fails.
 */
export async function timeProcess({ words, environment = {}, until }: ProcessOptions): Promise<TimedProcess> {
  const startedMs = performance.now()
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  })
  let said = ''
  let found: TimedProcess | undefined
  const hear = (chunk: string): void => {
    said += chunk
    if (found !== undefined || until?.test(said) !== true) return
    found = { wallMs: performance.now() - startedMs, cpuMs: cpuMsOf(child.pid!), peakBytes: peakBytesOf(child.pid!) }
    child.kill('SIGTERM')
  }
  child.stdout.setEncoding('utf8').on('data', hear)
  child.stderr.setEncoding('utf8').on('data', hear)
  const [code] = await once(child, 'exit')
  if (until === undefined && code === 0)
    return { wallMs: performance.now() - startedMs, cpuMs: undefined, peakBytes: undefined }
  if (found === undefined) throw new Error(`node ${words.join(' ')} ended with ${code}: ${said}`)
  return found
}

function cpuMsOf(pid: number): number | undefined {
  try {
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return (Number(words[11]) + Number(words[12])) * 10
  } catch {
    return undefined
  }
}

function peakBytesOf(pid: number): number | undefined {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
  } catch {
    return undefined
  }
}
