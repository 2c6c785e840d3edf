import { Type } from 'typebox'
import { importNotFound, notCancellable } from '../../../apps/index.ts'
import { operation } from '../../operation.ts'
import { ImportStatus } from '../../v1/app/import-status.ts'
import { IdParams } from '../../v1/schemas.ts'

export const cancelImport = operation({
  name: 'cancelImport',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/imports/{id}/cancel',
  summary: 'End an import before its file does',
  description: 'The rows that are written stay, and can be undone. By who started it, and by administrators.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ status: ImportStatus }),
  errors: [importNotFound, notCancellable],
  handle: async ({ params }, { caller, apps }) => ({ status: await apps.imports.cancel(caller, params.id) }),
})
