import { Type } from 'typebox'
import { importNotFound, notCancellable } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ImportStatus } from '../../v1/app/import-status.ts'
import { IdParams } from '../../v1/schemas.ts'

export const cancelImport = operation({
  name: 'cancelImport',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/imports/{id}/cancel',
  summary: 'Cancel an import',
  description:
    'Rows that are already written stay, and can be undone. Allowed for the user who started the import and for ' +
    'administrators.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ status: ImportStatus }),
  errors: [importNotFound, notCancellable],
  handle: async ({ params }, { caller, apps }) => ({ status: await apps.imports.cancel(caller, params.id) }),
})
