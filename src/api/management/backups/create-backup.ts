import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { BackupView, viewOf } from './backup-schemas.ts'

export const createBackup = operation({
  name: 'createBackup',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/backups',
  summary: 'Start a backup',
  description:
    'Starts to write the whole installation to an archive, while the server continues to work. Returns the backup that is ' +
    'being made if there is one already. `getBackup` shows the progress.',
  right: 'administrator',
  params: NoParams,
  result: Type.Object({ backup: BackupView }),
  handle: async (_request, { caller, backups }) => ({ backup: viewOf(await backups.create(caller)) }),
})
