import { Type } from 'typebox'
import { processNotFound } from '../../../../process/index.ts'
import { operation } from '../../../operation.ts'
import { ApplicationParams } from '../../schemas.ts'
import { ProcessSchema } from '../scheme-schemas.ts'

export const getProcess = operation({
  name: 'getProcess',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/processes/{code}',
  summary: 'Get a process template schema',
  description:
    'Returns the template with the variables of its context, described like fields of an application, and with the ' +
    'elements, flows and lanes of its newest version.',
  right: 'user',
  inLanguage: true,
  params: ApplicationParams,
  result: Type.Object({ process: ProcessSchema }),
  errors: [processNotFound],
  handle: async ({ params }, { caller, processes }) => ({ process: await processes.scheme.get(caller, params) }),
})
