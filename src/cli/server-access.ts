import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { readLock } from '../db/embedded/lock.ts'
import type { CommandInput, CommandOption } from './command.ts'

export interface ServerAccess extends AsyncDisposable {
  readonly url: string
  /** Calls an operation and gives its answer; throws the server's sentence when it refuses. */
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>
  /** Gets an answer that is a file; throws as `call` does. */
  download(path: string): Promise<Uint8Array>
}

export const serverOptions: Readonly<Record<string, CommandOption>> = {
  server: {
    type: 'string',
    meaning: 'address of a running server; else the one of DATA_DIR, started for the command if need be',
  },
  token: { type: 'string', meaning: "an administrator's token [ADMIN_TOKEN, or DATA_DIR/admin-token]" },
}

/** Commands speak HTTP like everybody: to the server that runs, or to one that is started for as long as the command takes. */
export async function openServer(options: CommandInput['options']): Promise<ServerAccess> {
  const config = readConfig()
  const given =
    typeof options.server === 'string' ? options.server.replace(/\/+$/, '') : (await readLock(config.dataDir))?.url
  if (given !== undefined) {
    return { ...accessOf(given, tokenOf(options, config)), [Symbol.asyncDispose]: async () => {} }
  }
  const { launchPlatform } = await import('./launch-platform.ts')
  const platform = await launchPlatform({ ...config, host: '127.0.0.1', port: 0, sample: 'none' })
  const token = typeof options.token === 'string' ? options.token : (platform.adminToken?.text ?? '')
  return { ...accessOf(platform.url, token), [Symbol.asyncDispose]: () => platform.close() }
}

function tokenOf(options: CommandInput['options'], config: Config): string {
  if (typeof options.token === 'string') return options.token
  if (config.adminToken !== undefined) return config.adminToken
  const file = join(config.dataDir, 'admin-token')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  throw new Error('no token: give --token, or set ADMIN_TOKEN')
}

function accessOf(url: string, token: string): Omit<ServerAccess, typeof Symbol.asyncDispose> {
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
    async download(path) {
      const response = await send('GET', path)
      if (!response.ok) await answerOf(response)
      return response.bytes()
    },
  }
}

async function answerOf(response: Response): Promise<Record<string, unknown>> {
  const answer = (await response.json()) as Record<string, unknown>
  if (answer.success !== true) throw new Error(explain(answer))
  return answer
}

function explain(answer: Record<string, unknown>): string {
  const problems = Array.isArray(answer.problems)
    ? (answer.problems as { file: string; line?: number; path: string; message: string }[])
    : []
  return [
    String(answer.error),
    ...problems.map(
      ({ file, line, path, message }) => `  ${file}${line ? `:${line}` : ''}: ${path ? `${path}: ` : ''}${message}`,
    ),
  ].join('\n')
}
