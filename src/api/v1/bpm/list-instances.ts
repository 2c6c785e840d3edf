import { listOf } from '../../../foundation/http/envelope.ts'
import { processNotFound } from '../../../process/index.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { listResult } from '../schemas.ts'
import { PartialInstance, TemplateParams } from './bpm-schemas.ts'

export const listInstances = operation({
  name: 'listInstances',
  area: 'Business processes',
  methods: ['GET', 'POST'],
  path: '/pub/v1/bpm/instance/bytemplate/{namespace}/{code}/list',
  summary: 'List the instances of a process by its path',
  description:
    'Lists the instances that the caller may see, the newest first. The variables that the newest version of the ' +
    'process declares can be used in `filter`, `fields` and `sortExpressions` like the fields of elements. With ' +
    '`active`, only running instances are listed.',
  right: 'user',
  params: TemplateParams,
  input: ListInput,
  result: listResult(PartialInstance),
  errors: [processNotFound, ...queryErrors],
  handle: async ({ params, input }, { caller, processes }) => {
    const { items, total } = await processes.instances.listOfTemplate(caller, params, input)
    return listOf(items, total)
  },
})
