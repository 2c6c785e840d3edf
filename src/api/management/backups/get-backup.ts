import { Type } from 'typebox'
import { backupNotFound } from '../../../foundation/backup/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { BackupView, viewOf } from './backup-schemas.ts'

export const getBackup = operation({
  name: 'getBackup',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/backups/{id}',
  summary: 'Get the state and the progress of a backup',
  description:
    'Returns a backup: its state, its progress while it is made, and the size and checksum of its archive afterwards.',
  right: 'administrator',
  params: IdParams,
  result: Type.Object({ backup: BackupView }),
  errors: [backupNotFound],
  handle: async ({ params: { id } }, { backups }) => ({ backup: viewOf(await backups.get(id)) }),
})
