import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { memoryFolder } from './database.ts'

export type Kind = 'embedded' | 'postgres'

/** The kinds of databases to test: the embedded one and, if TEST_DATABASE_URL is set, PostgreSQL. */
export const kinds: readonly Kind[] = process.env.TEST_DATABASE_URL ? ['postgres', 'embedded'] : ['embedded']

/** A data folder that does not exist yet, and an empty database. */
export interface EmptyPlace extends AsyncDisposable {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** The settings of this place, as environment variables. */
  readonly settings: Readonly<Record<string, string>>
}

/** Creates an empty place for a restore. */
export async function emptyPlace(kind: Kind): Promise<EmptyPlace> {
  const folder = mkdtempSync(join(memoryFolder(), 'chancery-test-'))
  const dataDir = join(folder, 'data')
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
  if (kind === 'embedded')
    return {
      ...{ dataDir, databaseUrl: undefined, settings: { DATA_DIR: dataDir } },
      [Symbol.asyncDispose]: async () => removeFolder(),
    }
  const name = `chancery_restored_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name}`)
  const url = new URL(process.env.TEST_DATABASE_URL!)
  url.pathname = `/${name}`
  return {
    ...{ dataDir, databaseUrl: url.href, settings: { DATA_DIR: dataDir, DATABASE_URL: url.href } },
    async [Symbol.asyncDispose]() {
      await onServer(`drop database if exists ${name} with (force)`)
      removeFolder()
    },
  }
}

async function onServer(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL! })
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}
