import { listOf } from '../../../foundation/http/envelope.ts'
import { processNotFound } from '../../../process/index.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, listResult } from '../schemas.ts'
import { PartialInstance } from './bpm-schemas.ts'

export const listInstancesByTemplateId = operation({
  name: 'listInstancesByTemplateId',
  area: 'Business processes',
  methods: ['GET', 'POST'],
  path: '/pub/v1/bpm/instance/bytemplateid/{id}/list',
  summary: 'List the instances of a process by its id',
  description:
    'Returns a page of the instances of a process that the caller can see, with their variables. The process is given by its id.',
  right: 'user',
  params: IdParams,
  input: ListInput,
  result: listResult(PartialInstance),
  errors: [processNotFound, ...queryErrors],
  handle: async ({ params, input }, { caller, processes }) => {
    const { items, total } = await processes.instances.listOfTemplateId(caller, params.id, input)
    return listOf(items, total)
  },
})
