import { backupNotFound } from '../../../foundation/backup/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'

export const deleteBackup = operation({
  name: 'deleteBackup',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/backups/{id}',
  summary: 'Delete a backup and its archive',
  description: 'Cancels the backup if it is being made.',
  right: 'administrator',
  params: IdParams,
  result: Nothing,
  errors: [backupNotFound],
  handle: async ({ params: { id } }, { caller, backups }) => {
    await backups.delete(caller, id)
    return {}
  },
})
