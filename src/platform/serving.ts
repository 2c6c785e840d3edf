import type { createServer } from '../foundation/http/server.ts'

type HttpServer = ReturnType<typeof createServer>

/** Listen backlog. The kernel drops further connections, and clients retry them after a second. */
export const backlog = 4096

/**
 * Stops the server: running requests end, idle connections close. After 5 s, the remaining connections are closed, so
 * that time is left for stopping the jobs.
 */
export async function stopServing(server: HttpServer): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), 5_000)
  await server.close()
  clearTimeout(cut)
}

/** Returns the URL at which a server listens. */
export function addressOf(server: HttpServer, host: string): string {
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
