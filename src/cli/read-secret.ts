import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Reads a secret from the first line of stdin. At a terminal it asks twice, without echo. */
export async function readSecret(question: string, again: string): Promise<string> {
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
