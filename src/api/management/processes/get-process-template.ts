import { Type } from 'typebox'
import { processNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { ProcessParams, ProcessTemplate } from './process-schemas.ts'

export const getProcessTemplate = operation({
  name: 'getProcessTemplate',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/processes/{namespace}/{code}',
  summary: 'Get a process template',
  description: 'Requires the right `start` or `view` to the template.',
  right: 'user',
  inLanguage: true,
  params: ProcessParams,
  result: Type.Object({ process: ProcessTemplate }),
  errors: [processNotFound],
  handle: async ({ params }, { caller, processes }) => ({
    process: await processes.templates.describe(caller, params),
  }),
})
