import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../src/foundation/kit/languages.ts'
import { testPlace } from '../database.ts'
import { type Call, callAs, officeFolder } from '../platform.ts'
import { readyUrl, runChancery } from '../server-process.ts'

/** A server with the console and the solution `office` of the tests. */
export interface ConsoleServer extends AsyncDisposable {
  readonly url: string
  /** Sends requests as the administrator. */
  readonly call: Call
  as(token: string): Call
}

type Settings = Readonly<Record<string, string>>

/** Starts `chancery serve` and waits until its console is built. `settings` are further environment variables. */
export const startConsole = (settings: Settings = {}): Promise<ConsoleServer> =>
  serve(['serve'], settings, async (own) => {
    const applied = runChancery(['apply', officeFolder], own)
    if ((await applied.exited) !== 0) throw new Error(applied.errors())
  })

/** Starts `chancery serve --sample office` on an empty installation and waits until its console is built. */
export const startSample = (language: Language): Promise<ConsoleServer> =>
  serve(['serve', '--sample', 'office'], { DEFAULT_LANGUAGE: language })

/** Starts the server with these words of the command line; `prepare` runs when it listens. */
async function serve(
  words: readonly string[],
  settings: Settings,
  prepare: (own: Record<string, string>) => Promise<void> = async () => {},
): Promise<ConsoleServer> {
  const place = await testPlace()
  const { dataDir, databaseUrl } = place
  const own = {
    CONSOLE: 'on',
    DATA_DIR: dataDir,
    PORT: '0',
    TEST_CLOCK: '1',
    ...settings,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  }
  const server = runChancery(words, own)
  const url = await readyUrl(server)
  await prepare(own)
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  await builtConsole(url)
  return {
    url,
    call: callAs(url, token),
    as: (token) => callAs(url, token),
    async [Symbol.asyncDispose]() {
      server.child.kill('SIGTERM')
      await server.exited
      await place.remove()
    },
  }
}

/** Waits until the console of a server is built. Throws when the build has failed. */
export async function builtConsole(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/console/`)
    if (answer.ok) return
    if (answer.headers.get('retry-after') === null) throw new Error(await answer.text())
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
