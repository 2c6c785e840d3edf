import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../bin/chancery.js', import.meta.url))

export interface ServerProcess {
  readonly child: ChildProcess
  /** Returns everything that the process has printed to stdout so far. */
  readonly output: () => string
  readonly errors: () => string
  readonly exited: Promise<number | null>
}

const running = new Set<ChildProcess>()

/** Kills the processes that a test file started and left running, which it does when a test fails. */
export function killRunning(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Runs `chancery …` as a separate process; `input` is its stdin. */
export function runChancery(
  words: readonly string[],
  environment: Record<string, string>,
  input = '',
  folder?: string,
): ServerProcess {
  return runProgram(bin, words, environment, input, folder)
}

/** Runs a program of this folder under the same Node; in the working folder `folder`, if it is given. */
export function runProgram(
  program: string,
  words: readonly string[],
  environment: Record<string, string>,
  input = '',
  folder?: string,
): ServerProcess {
  const { TEST_DATABASE_URL: _server, ...inherited } = process.env
  // These processes are short-lived. Optimizing the embedded database would take a quarter of their CPU time.
  const child = spawn(process.execPath, ['--liftoff-only', program, ...words], {
    // Only tests of the console need its pages.
    env: { ...inherited, CONSOLE: 'off', ...environment },
    ...(folder !== undefined && { cwd: folder }),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  child.stdin!.on('error', () => {}).end(input)
  const text = { out: '', err: '' }
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    text.out += chunk
  })
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    text.err += chunk
  })
  const exited = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  void exited.then(() => running.delete(child))
  return { child, output: () => text.out, errors: () => text.err, exited }
}

/** Waits until the server prints that it is ready; returns its URL. Throws with the output when the process ends. */
export async function readyUrl(server: ServerProcess): Promise<string> {
  for (;;) {
    const url = /^Chancery is listening on (http:\S+)$/m.exec(server.output())?.[1]
    if (url !== undefined) return url
    const ended = await Promise.race([
      server.exited.then((code) => ({ code })),
      new Promise((resolve) => setTimeout(resolve, 20)),
    ])
    if (ended !== undefined)
      throw new Error(`the server ended: ${JSON.stringify(ended)}\n${server.output()}\n${server.errors()}`)
  }
}

/** Returns the stderr output of a command without the line that says which server the command uses. */
export const withoutServerLine = (errors: string): string =>
  errors.replace(/^(no server runs; data folder .*, started for this command|server http.*)\n/m, '')

const givenPorts = new Set<number>()

/**
 * Returns a port that is free now, for a server that has to come back at the same address. Systems take the ports of
 * outgoing connections and of servers without a fixed port from higher ones, so nobody gets this port meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000)
    if (givenPorts.has(port)) continue
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    givenPorts.add(port)
    probe.close()
    await once(probe, 'close')
    return port
  }
}
