import { fileURLToPath } from 'node:url'
import { startTestPlatform } from '../platform.ts'
import { builtConsole, type ConsoleServer } from './console-server.ts'

const consoleFolder = fileURLToPath(new URL('../../console', import.meta.url))

/** Starts a server like `startConsole`, but inside this process, which takes less time. */
export async function startOffice(settings: Readonly<Record<string, string>> = {}): Promise<ConsoleServer> {
  const started = await startTestPlatform({ TEST_CLOCK: '1', ...settings }, { consoleFolder })
  const { url, call, as } = started
  await builtConsole(url)
  return { url, call, as, [Symbol.asyncDispose]: () => started[Symbol.asyncDispose]() }
}
