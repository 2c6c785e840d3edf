import { namespaceNotFound, storageKeyNotFound, storageWrongKey } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { NamespaceKey, ReadValue } from './storage-schemas.ts'

export const getNamespaceValue = operation({
  name: 'getNamespaceValue',
  area: 'Storage',
  methods: ['GET'],
  path: '/pub/v1/storage/{namespace}/{key}',
  summary: 'Get a stored value of a namespace or module',
  description: 'Returns the value as it was stored. Answers 404 when nothing is stored under the key.',
  right: 'administrator',
  params: NamespaceKey,
  result: ReadValue,
  errors: [namespaceNotFound, storageWrongKey, storageKeyNotFound],
  handle: async ({ params }, { storage }) => ({ data: await storage.get(params) }),
})
