import { join, resolve } from 'node:path'
import type { BackupSettings } from './config.ts'
import type { Given } from './given.ts'
import { defaultOf } from './settings.ts'

export function readBackups(given: Given, dataDir: string): BackupSettings {
  const at = given('BACKUP_AT')
  if (at !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(at))
    throw new Error(`BACKUP_AT is "${at}"; it must be a time of day, such as 02:30`)
  const text = given('BACKUP_KEEP') ?? defaultOf('BACKUP_KEEP')
  const keep = Number(text)
  if (!Number.isInteger(keep) || keep < 1 || keep > 1000)
    throw new Error(`BACKUP_KEEP is "${text}"; it must be a number from 1 to 1000`)
  const folder = given('BACKUP_DIR')
  return { folder: folder === undefined ? join(dataDir, 'backups') : resolve(folder), at, keep }
}
