import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { memoryFolder } from './database.ts'
import { createServerDatabase, testServerUrl } from './postgres-server.ts'

export type Kind = 'embedded' | 'postgres'

/** The kinds of databases to test: the embedded one and, if TEST_DATABASE_URL is set, PostgreSQL. */
export const kinds: readonly Kind[] = testServerUrl() !== undefined ? ['postgres', 'embedded'] : ['embedded']

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
  const { url, drop } = await createServerDatabase(`chancery_restored_${randomBytes(6).toString('hex')}`)
  return {
    ...{ dataDir, databaseUrl: url, settings: { DATA_DIR: dataDir, DATABASE_URL: url } },
    async [Symbol.asyncDispose]() {
      await drop()
      removeFolder()
    },
  }
}
