import { contextErrors, contractNotFound, elementChanged, elementNotFound } from '../../../data/index.ts'
import { elementBytes } from '../../../foundation/http/body-limit.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { operation } from '../../operation.ts'
import { contextOf } from '../app/create-element.ts'
import { readIfMatch } from '../app/element-etag.ts'
import { ElementParams } from '../schemas.ts'
import { ContextInput, ContractItem, currentContractElement } from './contract-schemas.ts'

export const updateContractElement = operation({
  name: 'updateContractElement',
  area: 'Contracts',
  methods: ['POST'],
  path: '/pub/v1/contracts/{namespace}/{code}/{id}/update',
  summary: 'Update an element of a contract',
  description:
    'Changes the given fields of the contract in the application of the element, by the rules of the application: null ' +
    'clears a field, and a list replaces the whole list. With `If-Match`, the update is refused when the element has ' +
    'another revision than the given ETag.',
  right: 'user',
  params: ElementParams,
  input: ContextInput,
  maxBodyBytes: elementBytes,
  result: ContractItem,
  errors: [contractNotFound, elementNotFound, notAllowed, elementChanged, ...contextErrors],
  idempotent: { again: ({ params, reply }, _id, context) => currentContractElement(params, reply, context) },
  handle: async ({ params, input, header, reply }, { caller, apps }) => {
    const options = readIfMatch(header('if-match'))
    const { item, rev } = await apps.contracts.update(caller, params, contextOf(input), options)
    reply.header('etag', `"${rev}"`)
    return { item }
  },
})
