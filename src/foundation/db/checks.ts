import type { Reader } from './database.ts'
import { sql } from './sql.ts'

const oldestVersion = 150000
/** Settings that must be on: with any of them off, a crash can lose acknowledged changes. */
const mustBeOn = ['fsync', 'full_page_writes', 'synchronous_commit'] as const
/**
 * Settings that must be off, because the server writes to the database when it starts: migrations, jobs, the first
 * user.
 */
const mustBeOff = ['in_hot_standby', 'transaction_read_only'] as const

export interface ServerSettings {
  in_hot_standby: string
  transaction_read_only: string
  server_version_num: string
  server_version: string
  fsync: string
  full_page_writes: string
  synchronous_commit: string
}

/** Throws an error for a server that is too old, that could lose acknowledged changes or that accepts no changes. */
export async function checkServer(reader: Reader): Promise<void> {
  const names = ['server_version_num', 'server_version', ...mustBeOn, ...mustBeOff]
  const settings = await reader.rows<{ name: keyof ServerSettings; setting: string | null }>(
    // The view pg_settings builds every setting first, which takes the embedded database 80 ms at a start.
    sql`select name, current_setting(name, true) as setting from unnest(${names}::text[]) as name`,
  )
  const refusal = whyRefused(Object.fromEntries(settings.map(({ name, setting }) => [name, setting ?? undefined])))
  if (refusal !== undefined) throw new Error(refusal)
}

/**
 * Returns a message for the operator, or undefined when the server is suitable. Ignores settings that the server does
 * not have.
 */
export function whyRefused(settings: Partial<ServerSettings>): string | undefined {
  if (Number(settings.server_version_num) < oldestVersion) {
    return `the database server is version ${settings.server_version}; version 15 or newer is needed`
  }
  for (const name of mustBeOn) {
    if (settings[name] === 'off') {
      return `the database server runs with ${name} = off and would lose acknowledged changes in a crash; switch it on`
    }
  }
  if (settings.in_hot_standby === 'on') {
    return 'the database server is a standby and accepts no changes; connect to its primary, or promote it first'
  }
  if (settings.transaction_read_only === 'on') {
    return 'the database is read-only (default_transaction_read_only = on) and accepts no changes; switch that off to start'
  }
  return undefined
}
