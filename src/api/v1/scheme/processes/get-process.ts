import { Type } from 'typebox'
import { processNotFound } from '../../../../data/index.ts'
import { operation } from '../../../operation.ts'
import { AnyObject, ApplicationParams } from '../../schemas.ts'

export const getProcess = operation({
  name: 'getProcess',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/processes/{code}',
  summary: 'Get a process template schema',
  description: 'Always responds with 404, because processes do not exist yet.',
  right: 'user',
  params: ApplicationParams,
  result: Type.Object({ process: AnyObject }),
  errors: [processNotFound],
  handle: ({ params }, { apps }) => ({ process: apps.scheme.process(params) }),
})
