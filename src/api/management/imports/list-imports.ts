import { Type } from 'typebox'
import { applicationNotFound, applicationReadOnly } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ImportStatus } from '../../v1/app/import-status.ts'
import { NoParams } from '../../v1/schemas.ts'
import { applicationAddress } from './application-path.ts'

export const listImports = operation({
  name: 'listImports',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/imports',
  summary: 'List imports',
  description: 'Returns the newest imports that the caller has started. Administrators see the imports of all users.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    application: Type.Optional(
      Type.String({ maxLength: 500, description: 'Path of the application; without it, all applications.' }),
    ),
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of imports; 20 by default.' }),
    ),
  }),
  result: Type.Object({ imports: Type.Array(ImportStatus) }),
  errors: [applicationNotFound, applicationReadOnly],
  handle: async ({ input: { application, size = 20 } }, { caller, apps }) => ({
    imports: await apps.imports.list(caller, {
      size,
      ...(application !== undefined && { application: applicationAddress(application) }),
    }),
  }),
})
