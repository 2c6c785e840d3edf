import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '../foundation/config/index.ts'
import { readLock } from '../foundation/db/embedded/lock.ts'
import type { CommandInput, CommandOption } from './command.ts'

export interface ServerAccess extends AsyncDisposable {
  readonly url: string
  /** Calls an operation and returns its response. Throws a `Refusal` when the server refuses. */
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>
  /**
   * Sends a JSON message and returns the response, which has no envelope. Throws a `Refusal` when the server refuses.
   */
  exchange(path: string, message: unknown): Promise<unknown>
  /** Downloads a response that is a file. Throws like `call`. */
  download(path: string): Promise<Uint8Array>
  /** Downloads a large file in chunks. Throws like `call`. */
  chunks(path: string): Promise<AsyncIterable<Uint8Array>>
}

export const serverOptions: Readonly<Record<string, CommandOption>> = {
  server: {
    type: 'string',
    meaning: 'URL of a running server (default: the server of DATA_DIR, started for the command if it is not running)',
  },
  token: {
    type: 'string',
    meaning: 'Token of an administrator (default: ADMIN_TOKEN, or the file DATA_DIR/admin-token)',
  },
}

/**
 * Returns access over HTTP to the server of the option `--server` or the server that runs on the data folder, or else
 * to a server that is started for the duration of the command. Throws an Error when there is no token.
 */
export async function openServer(options: CommandInput['options']): Promise<ServerAccess> {
  const config = readConfig()
  const given =
    typeof options.server === 'string' ? options.server.replace(/\/+$/, '') : (await readLock(config.dataDir))?.url
  if (given !== undefined) {
    console.error(`server ${given}`)
    return { ...accessOf(given, tokenOf(options, config)), [Symbol.asyncDispose]: async () => {} }
  }
  console.error(`no server runs; data folder ${resolve(config.dataDir)}, started for this command`)
  const { launchPlatform } = await import('./launch-platform.ts')
  const platform = await launchPlatform({ ...config, host: '127.0.0.1', port: 0, sample: 'none', console: false })
  const token = typeof options.token === 'string' ? options.token : platform.adminToken?.text
  if (token === undefined) {
    await platform.close()
    throw new Error(noToken)
  }
  return { ...accessOf(platform.url, token), [Symbol.asyncDispose]: () => platform.close() }
}

const noToken =
  'no token: give --token or set ADMIN_TOKEN. If the first token is lost, stop the server and set ADMIN_TOKEN to a new ' +
  'secret of 16 or more characters: it becomes a token of the administrator'

function tokenOf(options: CommandInput['options'], config: Config): string {
  if (typeof options.token === 'string') return options.token
  if (config.adminToken !== undefined) return config.adminToken
  const file = join(config.dataDir, 'admin-token')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  throw new Error(noToken)
}

/** Returns access over HTTP to a running server. */
export function accessOf(url: string, token: string): Omit<ServerAccess, typeof Symbol.asyncDispose> {
  const send = (method: string, path: string, body?: unknown): Promise<Response> => {
    const raw = body instanceof Uint8Array || body instanceof FormData
    return fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: (raw ? body : JSON.stringify(body)) as NonNullable<RequestInit['body']> }),
    }).catch((cause: unknown) => {
      throw new Error(`${url} does not answer`, { cause })
    })
  }
  return {
    url,
    async call(method, path, body) {
      return answerOf(await send(method, path, body))
    },
    async exchange(path, message) {
      const response = await send('POST', path, message)
      return response.ok ? response.json() : answerOf(response)
    },
    async download(path) {
      const response = await send('GET', path)
      if (!response.ok) await answerOf(response)
      return response.bytes()
    },
    async chunks(path) {
      const response = await send('GET', path)
      if (!response.ok) await answerOf(response)
      return response.body!
    },
  }
}

/** A refusal by the server. The message has the server's message and the problems that it lists. */
export class Refusal extends Error {
  readonly code: unknown
  readonly answer: Readonly<Record<string, unknown>>

  constructor(answer: Readonly<Record<string, unknown>>) {
    super(explain(answer))
    this.code = answer.code
    this.answer = answer
  }
}

async function answerOf(response: Response): Promise<Record<string, unknown>> {
  const answer = (await response.json()) as Record<string, unknown>
  if (answer.success !== true) throw new Refusal(answer)
  return answer
}

/**
 * Returns the text of a refusal with all its problems. A single problem is not listed when the error message contains
 * its text.
 */
export function explain(answer: Readonly<Record<string, unknown>>): string {
  const problems = Array.isArray(answer.problems)
    ? (answer.problems as { file: string; line?: number; path: string; message: string }[])
    : []
  const listed = problems.length === 1 && String(answer.error).includes(problems[0]!.message) ? [] : problems
  return [
    String(answer.error),
    ...listed.map(
      ({ file, line, path, message }) => `  ${file}${line ? `:${line}` : ''}: ${path ? `${path}: ` : ''}${message}`,
    ),
  ].join('\n')
}
