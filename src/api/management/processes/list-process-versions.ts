import { Type } from 'typebox'
import { processNotAllowed, processNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { orNull, Time, Uuid } from '../../v1/schemas.ts'
import { ProcessParams } from './process-schemas.ts'

const Version = Type.Object({
  version: Type.Integer(),
  comment: orNull(Type.String()),
  active: orNull(
    Type.Integer({
      description: 'Number of running instances of the version; null for callers who do not see all instances.',
    }),
  ),
  createdAt: Time,
  createdBy: Uuid,
})

export const listProcessVersions = operation({
  name: 'listProcessVersions',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/processes/{namespace}/{code}/versions',
  summary: 'List the versions of a process',
  description: 'Returns the published versions, newest first. Requires the right `view` to the template.',
  right: 'user',
  params: ProcessParams,
  result: Type.Object({ versions: Type.Array(Version) }),
  errors: [processNotFound, processNotAllowed],
  handle: async ({ params }, { caller, processes }) => ({
    versions: await processes.templates.versions(caller, params),
  }),
})
