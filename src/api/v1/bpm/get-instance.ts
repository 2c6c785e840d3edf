import { Type } from 'typebox'
import { instanceNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../schemas.ts'
import { Instance } from './bpm-schemas.ts'

export const getInstance = operation({
  name: 'getInstance',
  area: 'Business processes',
  methods: ['GET', 'POST'],
  path: '/pub/v1/bpm/instance/{id}/get',
  summary: 'Get a process instance by id',
  description: 'Returns the system fields of the instance, and the variables of its context beside them.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ data: Instance }),
  errors: [instanceNotFound],
  handle: async ({ params }, { caller, processes }) => ({ data: await processes.instances.get(caller, params.id) }),
})
