// Backups: the whole installation in one archive, made while the server runs, and restored elsewhere.

export { checkArchive } from './archive/check-archive.ts'
export type { ArchiveCounts, Manifest } from './archive/manifest.ts'
export type { Backup, BackupState } from './backups.store.ts'
export { type Backups, type BackupsOptions, createBackups } from './backups.ts'
export { type ArchiveRequest, type WrittenArchive, writeArchive } from './dump/write-archive.ts'
export { backupElsewhere, backupNotFound, backupNotReady } from './errors.ts'
export type { FileSource } from './file-source.ts'
export { type Restored, type RestorePhase, type RestoreRequest, restoreArchive } from './restore/restore-archive.ts'
export type { BackupSchedule } from './schedule.ts'
