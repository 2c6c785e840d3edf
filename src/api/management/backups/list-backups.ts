import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams, orNull } from '../../v1/schemas.ts'
import { BackupView, viewOf } from './backup-schemas.ts'

export const listBackups = operation({
  name: 'listBackups',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/backups',
  summary: 'List the backups',
  description: 'Returns the newest 500 backups, the newest first, and the schedule of the settings.',
  right: 'administrator',
  params: NoParams,
  result: Type.Object({
    backups: Type.Array(BackupView),
    schedule: orNull(
      Type.Object(
        {
          at: Type.String({ description: 'Time of day, such as `02:30`.' }),
          timeZone: Type.String(),
          keep: Type.Integer({ description: 'Number of archives of the schedule that are kept.' }),
        },
        { description: 'When backups are made without a request; null for never.' },
      ),
    ),
  }),
  handle: async (_request, { backups }) => ({
    backups: (await backups.list()).map(viewOf),
    schedule: backups.schedule ?? null,
  }),
})
