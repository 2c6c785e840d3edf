import { Type } from 'typebox'
import { importNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ImportStatus } from '../../v1/app/import-status.ts'
import { IdParams } from '../../v1/schemas.ts'

export const getImport = operation({
  name: 'getImport',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/imports/{id}',
  summary: 'Get an import',
  description: 'Returns the status of the import with its application, file and options.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ status: ImportStatus }),
  errors: [importNotFound],
  handle: async ({ params }, { caller, apps }) => ({ status: await apps.imports.get(caller, params.id) }),
})
