import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../foundation/config/index.ts'
import type { Database } from '../foundation/db/database.ts'
import { newSecret, type People } from '../people/index.ts'

export interface AdminToken {
  readonly text: string
  readonly from: 'setting' | 'file' | 'just made'
  /** Whether the token works: false after it was revoked, or when its user is no longer an active administrator. */
  readonly isValid: boolean
}

/**
 * Returns the administrator's token: `ADMIN_TOKEN` or, without this setting, the token in the data folder. If neither
 * exists and the database has no token at all, a token is created and stored in the data folder. Returns undefined
 * when the token is not known here. The file is written before the row, so that a crash in between leaves no valid
 * token without a file. Throws when the file is empty. A revoked token stays revoked, since it may be known to
 * others.
 */
export async function prepareAdministrator(
  config: Config,
  database: Database,
  people: People,
): Promise<AdminToken | undefined> {
  const token = await readAdminToken(config, people)
  if (token === undefined) return undefined
  if (await people.tokens.isAdministrators(token.text)) return { ...token, isValid: true }
  const userId = await people.administrator()
  const name = token.from === 'setting' ? 'ADMIN_TOKEN' : 'created at the first start'
  await database.transaction((tx) => people.tokens.create(tx, { userId, name, text: token.text }))
  return { ...token, isValid: await people.tokens.isAdministrators(token.text) }
}

async function readAdminToken(config: Config, people: People): Promise<Omit<AdminToken, 'isValid'> | undefined> {
  if (config.adminToken !== undefined) return { text: config.adminToken, from: 'setting' }
  const file = join(config.dataDir, 'admin-token')
  if (existsSync(file)) {
    const text = readFileSync(file, 'utf8').trim()
    if (text === '') throw new Error(`${file} is empty; write an administrator's token into it, or remove it`)
    return { text, from: 'file' }
  }
  if (await people.tokens.exists()) return undefined
  const text = newSecret()
  // Renaming the file makes it appear complete. With a partly written file, the next start would accept part of a
  // token.
  writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return { text, from: 'just made' }
}
