import { Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams } from '../schemas.ts'
import { PartialInstance } from './bpm-schemas.ts'

const TargetInput = Type.Object(
  {
    ...ListInput.properties,
    target: Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Identifier of the object that the instances were started for; the id of their element unless another target was given.',
    }),
  },
  { title: 'TargetListInput' },
)

export const listInstancesByTarget = operation({
  name: 'listInstancesByTarget',
  area: 'Business processes',
  methods: ['GET', 'POST'],
  path: '/pub/v1/bpm/instance/bytarget/list',
  summary: 'List the instances for a target',
  description: 'Lists instances of all processes that the caller may see, the newest first.',
  right: 'user',
  params: NoParams,
  input: TargetInput,
  result: listResult(PartialInstance),
  errors: queryErrors,
  handle: async ({ input }, { caller, processes }) => {
    const { items, total } = await processes.instances.listOfTarget(caller, input)
    return listOf(items, total)
  },
})
