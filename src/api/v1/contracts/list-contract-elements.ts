import { Type } from 'typebox'
import { contractNotFound } from '../../../data/index.ts'
import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { ApplicationParams, listResult, PartialElement } from '../schemas.ts'

export const listContractElements = operation({
  name: 'listContractElements',
  area: 'Contracts',
  methods: ['GET', 'POST'],
  path: '/pub/v1/contracts/{namespace}/{code}/list',
  summary: 'List the elements of a contract',
  description:
    'Lists the elements of all applications of the contract in the fields of the contract, with one order and one total. ' +
    'The caller sees the elements that the applications and the contract allow.',
  right: 'user',
  params: ApplicationParams,
  input: Type.Omit(ListInput, ['statusCode', 'statusGroupId']),
  result: listResult(PartialElement),
  errors: [contractNotFound, ...queryErrors],
  handle: async ({ params, input }, { caller, apps }) => {
    const { items, total } = await apps.contracts.list(caller, params, input)
    return listOf(items, total)
  },
})
