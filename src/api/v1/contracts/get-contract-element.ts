import { contractNotFound, elementNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ElementParams } from '../schemas.ts'
import { ContractItem, currentContractElement } from './contract-schemas.ts'

export const getContractElement = operation({
  name: 'getContractElement',
  area: 'Contracts',
  methods: ['GET'],
  path: '/pub/v1/contracts/{namespace}/{code}/{id}/get',
  summary: 'Get an element of a contract',
  description:
    'The element has the fields of the contract. `__sourceRef` names the element of the application that it is. The ' +
    'header `ETag` is the revision of that element.',
  right: 'user',
  params: ElementParams,
  result: ContractItem,
  errors: [contractNotFound, elementNotFound],
  handle: ({ params, reply }, context) => currentContractElement(params, reply, context),
})
