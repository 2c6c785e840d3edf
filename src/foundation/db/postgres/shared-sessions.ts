import type pg from 'pg'

const attempts = 5

/**
 * Throws when a connection pooler lets several connections share the sessions of the server, as PgBouncer does in its
 * transaction mode. Settings, prepared statements and locks belong to a session; with another session for each
 * transaction they would be lost, or apply to the statements of other connections.
 */
export async function assertOwnSessions(first: pg.ClientBase, second: pg.ClientBase): Promise<void> {
  // A pooler hands out the session that was used last, so a shared session shows at the first attempt.
  for (let attempt = 0; attempt < attempts; attempt++)
    if ((await sessionOf(first)) === (await sessionOf(second))) throw new Error(sharedSessions)
}

const sharedSessions =
  'DATABASE_URL leads to a connection pooler that shares the sessions of the server between connections, such as PgBouncer with pool_mode = transaction; set pool_mode = session, or connect to the server itself'

/** Returns the id of the server's process that serves the connection. */
async function sessionOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}
