import { Type } from 'typebox'
import { backupElsewhere, backupNotFound, backupNotReady } from '../../../foundation/backup/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'

export const downloadBackup = operation({
  name: 'downloadBackup',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/backups/{id}/download',
  summary: 'Download the archive of a backup',
  description:
    'The archive contains all data of the installation, including secrets of modules, hashes of passwords and tokens, ' +
    'and signing keys. Store it as safely as the database.',
  right: 'administrator',
  params: IdParams,
  result: Type.String({ format: 'binary' }),
  media: 'application/x-tar',
  errors: [backupNotFound, backupNotReady, backupElsewhere],
  handle: async ({ params: { id }, reply }, { caller, backups }) => {
    const { name, bytes, stream } = await backups.open(caller, id)
    reply.header('content-type', 'application/x-tar')
    reply.header('content-length', String(bytes))
    reply.header('content-disposition', `attachment; filename="${name}"`)
    reply.header('cache-control', 'no-store')
    return stream
  },
})
