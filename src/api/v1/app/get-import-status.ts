import { Type } from 'typebox'
import { applicationNotFound, applicationReadOnly, importNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ApplicationParams, Uuid } from '../schemas.ts'
import { ImportStatus } from './import-status.ts'

export const getImportStatus = operation({
  name: 'getImportStatus',
  area: 'Applications',
  methods: ['POST'],
  path: '/pub/v1/app/{namespace}/{code}/import/status',
  summary: 'Get the status of an import',
  description:
    'Returns the import with `importId`, or the latest import of the application when `importId` is omitted.',
  right: 'user',
  params: ApplicationParams,
  input: Type.Object({ importId: Type.Optional(Uuid) }, { additionalProperties: true }),
  result: Type.Object({ status: ImportStatus }),
  errors: [applicationNotFound, applicationReadOnly, importNotFound],
  handle: async ({ params, input }, { caller, apps }) => ({
    status: await apps.imports.status(caller, params, input.importId),
  }),
})
