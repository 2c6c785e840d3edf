import { contextErrors, contractFilterUnmet, contractNotFound, contractWithoutDefault } from '../../../data/index.ts'
import { elementBytes } from '../../../foundation/http/body-limit.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { operation } from '../../operation.ts'
import { contextOf } from '../app/create-element.ts'
import { ApplicationParams } from '../schemas.ts'
import { ContextInput, ContractItem, currentContractElement } from './contract-schemas.ts'

export const createContractElement = operation({
  name: 'createContractElement',
  area: 'Contracts',
  methods: ['POST'],
  path: '/pub/v1/contracts/{namespace}/{code}/create',
  summary: 'Create an element in the default application of a contract',
  description:
    'Creates an element of the application that the contract names as its default, from the values in `context` by the ' +
    'codes of the contract. The rules of the application apply: a required field that the contract does not have needs a ' +
    'default value.',
  right: 'user',
  params: ApplicationParams,
  input: ContextInput,
  maxBodyBytes: elementBytes,
  result: ContractItem,
  errors: [contractNotFound, contractWithoutDefault, contractFilterUnmet, notAllowed, ...contextErrors],
  idempotent: { again: ({ params, reply }, id, context) => currentContractElement({ ...params, id }, reply, context) },
  handle: async ({ params, input, reply }, { caller, apps }) => {
    const { item, rev } = await apps.contracts.create(caller, params, contextOf(input))
    reply.header('etag', `"${rev}"`)
    return { item }
  },
})
