import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Command } from './command.ts'
import { openServer, serverOptions } from './server-access.ts'

export const password: Command = {
  options: serverOptions,
  more: () =>
    'At a terminal, the command asks for the password without echo. Otherwise it reads the first line of stdin.',
  async run({ words, options }) {
    const [login, ...more] = words
    if (login === undefined || more.length > 0) throw new Error('give the login of one user')
    await using server = await openServer(options)
    const answer = await server.call('POST', '/pub/v1/user/list', {
      active: true,
      size: 100,
      filter: { tf: { login } },
    })
    const { result } = answer.result as { result: { __id: string; login: string }[] }
    const user = result.find((one) => one.login.toLowerCase() === login.toLowerCase())
    if (user === undefined) throw new Error(`no user has the login "${login}"`)
    const secret = await readSecret('Password', 'Repeat the password')
    await server.call('PUT', `/api/v1/users/${user.__id}/password`, { password: secret })
    console.error(`The password of ${user.login} is set; all sessions have ended.`)
    return 0
  },
}

/** Reads a secret from the first line of stdin. At a terminal it asks twice, without echo. */
async function readSecret(question: string, again: string): Promise<string> {
  if (!process.stdin.isTTY) {
    const [line = ''] = (await text(process.stdin)).split(/\r?\n/)
    if (line === '') throw new Error('stdin has no password')
    return line
  }
  const secret = await ask(question)
  if ((await ask(again)) !== secret) throw new Error('the two passwords differ')
  return secret
}

/** Asks a question at the terminal without echoing the answer. Ctrl+C ends the command. */
async function ask(question: string): Promise<string> {
  process.stderr.write(`${question}: `)
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true })
  const stopped = new AbortController()
  lines.once('SIGINT', () => stopped.abort())
  lines.once('close', () => stopped.abort())
  try {
    return await lines.question('', { signal: stopped.signal })
  } catch (error) {
    if (stopped.signal.aborted) throw new Error('nothing was changed', { cause: error })
    throw error
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
