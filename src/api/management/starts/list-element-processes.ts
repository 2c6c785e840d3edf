import { Type } from 'typebox'
import { applicationNotFound, elementNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ElementParams } from '../../v1/schemas.ts'

export const listElementProcesses = operation({
  name: 'listElementProcesses',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/processes',
  summary: 'List the processes that can be started from an element',
  description: 'Returns the processes that the caller may start and whose setting `startFrom` names the application.',
  right: 'user',
  inLanguage: true,
  params: ElementParams,
  result: Type.Object({
    processes: Type.Array(
      Type.Object({ process: Type.String({ description: 'Path of the template.' }), name: Type.String() }),
    ),
  }),
  errors: [applicationNotFound, elementNotFound],
  handle: async ({ params }, { caller, processes }) => ({
    processes: [...(await processes.starts.offered(caller, params))],
  }),
})
