import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../bin/chancery.js', import.meta.url))

export interface OwnServer extends AsyncDisposable {
  readonly url: string
  readonly token: string
  /** The secret of the sign-in link that the server has printed; absent without a console. */
  readonly link: string | undefined
  readonly startedMs: number
  readonly dataDir: string
  /** Runs a command on the data of the server and returns its output. Throws when the command fails. */
  command(...words: string[]): Promise<string>
}

/** Settings with which the story would use the data of another installation. */
const ownData = { DATABASE_URL: '', FILES_DIR: '', S3_ENDPOINT: '', BACKUP_DIR: '', ADMIN_TOKEN: '', SAMPLE: 'none' }

// The story is in English.
const settings = { ...process.env, ...ownData, DEFAULT_LANGUAGE: 'en', PORT: '0', TEST_CLOCK: '1' }

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'chancery-story-'))

/**
 * Starts a server with the sample, without its data, in a new data folder. The story can advance the clock of the
 * server.
 */
export function startOwnServer(): Promise<OwnServer> {
  return start({ ...settings, DATA_DIR: newFolder(), SAMPLE: 'office-without-data' })
}

/** Restores an archive into a new data folder and starts a server there. */
export async function startRestored(archive: string): Promise<OwnServer> {
  const env = { ...settings, DATA_DIR: newFolder() }
  await run(['restore', archive], env)
  return start(env)
}

async function start(env: NodeJS.ProcessEnv & { DATA_DIR: string }): Promise<OwnServer> {
  const beganMs = performance.now()
  const { DATA_DIR: dataDir } = env
  const server = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise<void>((resolve) => server.on('close', () => resolve()))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /^Chancery is listening on (http:\S+)$/m.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    })
    void exited.then(() => reject(new Error(`the server ended:\n${output}`)))
  })
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM')
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    return {
      url,
      token: readFileSync(join(dataDir, 'admin-token'), 'utf8').trim(),
      link: /#link=(\S+)/.exec(output)?.[1],
      startedMs: performance.now() - beganMs,
      dataDir,
      command: (...words) => run(words, env),
      [Symbol.asyncDispose]: stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function run(words: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [output, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  return new Promise((resolve, reject) =>
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`chancery ${words.join(' ')} ended with ${code}: ${errors}`)),
    ),
  )
}
