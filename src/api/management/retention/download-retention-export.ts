import { Type } from 'typebox'
import { bytesUnavailable } from '../../../files/index.ts'
import { exportNotFound } from '../../../foundation/retention/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'

export const downloadRetentionExport = operation({
  name: 'downloadRetentionExport',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/retention/exports/{id}/download',
  summary: 'Download an export of what was removed',
  description:
    'The file has one JSON object per line and is compressed with gzip. A line of an instance has the instance with its ' +
    'context, its history, tasks and incidents, as they were stored. The audit log records each download.',
  right: 'administrator',
  params: IdParams,
  result: Type.String({ format: 'binary' }),
  media: 'application/gzip',
  errors: [exportNotFound, bytesUnavailable],
  handle: async ({ params: { id }, reply }, { caller, retention }) => {
    const { name, bytes, stream } = await retention.open(caller, id)
    reply.header('content-type', 'application/gzip')
    reply.header('content-length', String(bytes))
    reply.header('content-disposition', `attachment; filename="${name}"`)
    reply.header('cache-control', 'no-store')
    return stream
  },
})
