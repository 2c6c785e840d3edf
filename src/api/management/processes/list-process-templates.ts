import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { ProcessTemplate } from './process-schemas.ts'

export const listProcessTemplates = operation({
  name: 'listProcessTemplates',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/processes',
  summary: 'List process templates',
  description:
    'Returns the templates that the caller may start or view, ordered by namespace and code, with the numbers of their ' +
    'instances and open incidents.',
  right: 'user',
  inLanguage: true,
  params: NoParams,
  result: Type.Object({ processes: Type.Array(ProcessTemplate) }),
  handle: async (_request, { caller, processes }) => ({ processes: await processes.templates.describeAll(caller) }),
})
