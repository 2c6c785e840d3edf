import type { Call } from '../platform.ts'

/** A server with the console and the solution `office` of the tests. */
export interface ConsoleServer extends AsyncDisposable {
  readonly url: string
  /** Sends requests as the administrator. */
  readonly call: Call
  as(token: string): Call
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
