import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Database, Reader, Tx } from './database.ts'
import { Script, sql } from './sql.ts'

const ownMigrations = new URL('./migrations/', import.meta.url)
const outsideMark = '-- outside a transaction'
/**
 * Key of the advisory lock; any number that no other lock of Chancery uses. All processes that start on one database
 * take the same lock.
 */
const lockKey = 7_412_001

export interface Migration {
  /** File name, such as `0010-people.sql`; migrations run in the order of their names. */
  readonly name: string
  readonly text: string
  /** SHA-256 of the text with LF line ends, so that a checkout on Windows has the same checksum. */
  readonly sha256: string
}

export async function readMigrations(folder: URL = ownMigrations): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Applies the missing migrations and returns their names. Each file is one transaction. A file whose first line is `--
 * outside a transaction` runs statement by statement (a statement ends with `;` at the end of a line). Such a file may
 * be interrupted or run twice, so its statements must tolerate repetition.
 */
export async function migrate(database: Database, folder?: URL): Promise<string[]> {
  return applyMigrations(database, await readMigrations(folder))
}

/** Applies the migrations that are missing, as `migrate` does, and returns their names. */
export async function applyMigrations(database: Database, migrations: readonly Migration[]): Promise<string[]> {
  if (await isUpToDate(database.reader, migrations)) return []
  // Two processes that create an index outside a transaction at the same time would disturb each other.
  return database.alone(() => applyAll(database, migrations))
}

async function applyAll(database: Database, migrations: readonly Migration[]): Promise<string[]> {
  const applied: string[] = []
  for (;;) {
    const outcome = await database.transaction((tx) => applyNext(tx, migrations))
    if (outcome === undefined) return applied
    if (!outcome.done) {
      for (const statement of statementsOf(outcome.next.text)) await database.outsideTransaction(new Script(statement))
      await database.transaction((tx) => record(tx, outcome.next))
    }
    applied.push(outcome.next.name)
  }
}

/** Returns whether all migrations are applied. Unlike applying them, this takes no lock and no transaction. */
async function isUpToDate(reader: Reader, migrations: readonly Migration[]): Promise<boolean> {
  const present = await reader.row<{ there: boolean }>(sql`select to_regclass('migration') is not null as there`)
  return present?.there === true && nextOf(migrations, await appliedMigrations(reader)) === undefined
}

type AppliedMigration = Pick<Migration, 'name' | 'sha256'>

function appliedMigrations(reader: Reader): Promise<AppliedMigration[]> {
  return reader.rows<AppliedMigration>(sql`select name, sha256 from migration order by name`)
}

/**
 * Applies the first missing file. A file that must run outside a transaction is not applied here; `done` is then false.
 * Returns undefined when no file is missing.
 */
async function applyNext(
  tx: Tx,
  migrations: readonly Migration[],
): Promise<{ next: Migration; done: boolean } | undefined> {
  await tx.rows(
    new Script(`set local statement_timeout = 0; set local lock_timeout = 0;
      select pg_advisory_xact_lock(${lockKey});
      create table if not exists migration (
        name text primary key, sha256 text not null, applied_at timestamptz not null default now())`),
  )
  const next = nextOf(migrations, await appliedMigrations(tx))
  if (next === undefined) return undefined
  if (next.text.startsWith(outsideMark)) return { next, done: false }
  await tx.rows(new Script(next.text))
  await record(tx, next)
  return { next, done: true }
}

/** Returns the first migration that is missing. Throws when an applied migration is unknown or was changed. */
function nextOf(migrations: readonly Migration[], applied: readonly AppliedMigration[]): Migration | undefined {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, sha256 } of applied) {
    const migration = known.get(name)
    if (migration === undefined) {
      throw new Error(`the database has the migration ${name}, which this version does not know; start a newer version`)
    }
    if (migration.sha256 !== sha256)
      throw new Error(`migration ${name} was changed after it was applied; add a new one`)
  }
  const names = new Set(applied.map(({ name }) => name))
  return migrations.find(({ name }) => !names.has(name))
}

async function record(tx: Tx, { name, sha256 }: Migration): Promise<void> {
  await tx.rows(sql`insert into migration (name, sha256) values (${name}, ${sha256}) on conflict (name) do nothing`)
}

function statementsOf(text: string): string[] {
  return text
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.replace(/^\s*--.*$/gm, '').trim())
    .filter((statement) => statement !== '')
}
