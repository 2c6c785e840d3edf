import { errorKind } from '../kit/errors.ts'

export const backupNotFound = errorKind('backup.not_found', 404, 'There is no backup with this id.')
export const backupNotReady = errorKind(
  'backup.not_ready',
  409,
  'The backup has no archive: it is still being made, or it failed. Wait until its state is `done`.',
)
export const backupElsewhere = errorKind(
  'backup.elsewhere',
  409,
  'The archive is not in the backup folder of the server process that answers. With several nodes, set BACKUP_DIR to a folder that they share.',
)
