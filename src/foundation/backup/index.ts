// Backups: the whole installation in one archive, made while the server runs, and restored elsewhere.

export { checkArchive } from './archive/check-archive.ts'

export type { Backup } from './backups.store.ts'
export { type Backups, createBackups } from './backups.ts'

export { backupElsewhere, backupNotFound, backupNotReady } from './errors.ts'
export type { FileSource } from './file-source.ts'
export { restoreArchive } from './restore/restore-archive.ts'
