import { createHmac } from 'node:crypto'
import pg from 'pg'
import type { Database } from '../src/foundation/db/database.ts'
import { Script, sql } from '../src/foundation/db/sql.ts'

/**
 * The role that owns the databases of tests, and with which the code under test connects. As in the documented
 * installation, it is not a superuser and may create neither databases nor roles.
 */
export const ordinaryRole = 'chancery_test'

/** Key of the advisory lock on roles and templates; any number that all test processes share. */
const serverLock = 7_412_002

/** A database of the ordinary role. */
export interface ServerDatabase {
  /** URL with the ordinary role. */
  readonly url: string
  drop(): Promise<void>
}

/** Returns the URL of the server for tests, whose role may create databases and roles; undefined if there is none. */
export function testServerUrl(): string | undefined {
  return process.env.TEST_DATABASE_URL || undefined
}

/** Returns the URL of a database of the server, with the ordinary role. */
export function ordinaryUrl(name: string, serverUrl = testServerUrl()!): string {
  const changed = new URL(withName(serverUrl, name))
  changed.username = ordinaryRole
  changed.password = passwordOf(serverUrl)
  return changed.href
}

/** Creates a database that the ordinary role owns: an empty one, or a copy of the database `template`. */
export async function createServerDatabase(
  name: string,
  template?: string,
  serverUrl = testServerUrl()!,
): Promise<ServerDatabase> {
  await asSuperuser(serverUrl, async (superuser) => {
    await withServerLock(superuser, () => putOrdinaryRole(superuser, serverUrl))
    const copied = template === undefined ? '' : ` template ${template}`
    await superuser.query(`create database ${name} owner ${ordinaryRole}${copied}`)
  })
  return {
    url: ordinaryUrl(name, serverUrl),
    drop: () =>
      asSuperuser(serverUrl, async (superuser) => {
        await superuser.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

/**
 * Makes sure that a template database exists on the server for tests; `fill` fills an empty one. It is first made under
 * another name, so that an interrupted run leaves no unfinished template.
 */
export async function makeServerTemplate(name: string, fill: (url: string) => Promise<void>): Promise<void> {
  const serverUrl = testServerUrl()!
  await asSuperuser(serverUrl, (superuser) =>
    withServerLock(superuser, async () => {
      const found = await superuser.query('select from pg_database where datname = $1', [name])
      if (found.rowCount !== 0) return
      await putOrdinaryRole(superuser, serverUrl)
      const making = `${name}_making`
      await superuser.query(`drop database if exists ${making} with (force)`)
      await superuser.query(`create database ${making} owner ${ordinaryRole}`)
      await fill(ordinaryUrl(making))
      await superuser.query(`alter database ${making} rename to ${name}`)
    }),
  )
}

/** Runs a script as a superuser. The only role of the embedded database is a superuser. */
export async function runAsSuperuser(database: Database, script: string): Promise<void> {
  if (database.kind === 'embedded') return void (await database.single.rows(new Script(script)))
  const row = await database.reader.row<{ name: string }>(sql`select current_database() as name`)
  await asSuperuser(withName(testServerUrl()!, row!.name), (superuser) => superuser.query(script))
}

/** Runs statements as a superuser who has disabled the triggers that guard the audit log. */
export function tamper(database: Database, statements: string): Promise<void> {
  return runAsSuperuser(database, `begin; set local session_replication_role = replica; ${statements}; commit`)
}

/** Opens a connection of the superuser of `url`, and closes it after `work`. */
export async function asSuperuser<T>(url: string, work: (superuser: pg.Client) => Promise<T>): Promise<T> {
  const superuser = new pg.Client({ connectionString: url })
  await superuser.connect()
  try {
    return await work(superuser)
  } finally {
    await superuser.end()
  }
}

/** Runs `work` while no other test process creates roles or templates; they would collide. */
async function withServerLock<T>(superuser: pg.Client, work: () => Promise<T>): Promise<T> {
  await superuser.query('select pg_advisory_lock($1)', [serverLock])
  try {
    return await work()
  } finally {
    await superuser.query('select pg_advisory_unlock($1)', [serverLock])
  }
}

async function putOrdinaryRole(superuser: pg.Client, serverUrl: string): Promise<void> {
  const found = await superuser.query('select from pg_roles where rolname = $1', [ordinaryRole])
  if (found.rowCount !== 0) return
  const password = passwordOf(serverUrl)
  const login = password === '' ? 'login' : `login password '${password}'`
  await superuser.query(`create role ${ordinaryRole} ${login}`)
  // A role that may create roles, but is not a superuser, may only give databases to roles of which it is a member.
  await superuser.query(`grant ${ordinaryRole} to current_user`)
}

/** Returns the password of the ordinary role, which every test process derives from that of the server's role. */
function passwordOf(serverUrl: string): string {
  const { password } = new URL(serverUrl)
  return password === '' ? '' : createHmac('sha256', password).update(ordinaryRole).digest('hex')
}

function withName(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
