import { namespaceNotFound, storageKeyNotFound, storageValueTooLarge, storageWrongKey } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../schemas.ts'
import { maxBodyBytes, NamespaceKey, ReadValue, StoredValue } from './storage-schemas.ts'

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

export const setNamespaceValue = operation({
  name: 'setNamespaceValue',
  area: 'Storage',
  methods: ['POST'],
  path: '/pub/v1/storage/{namespace}/{key}',
  summary: 'Store a value of a namespace or module',
  description: 'Replaces the previous value. The last write wins. The audit log records the change without the value.',
  right: 'administrator',
  params: NamespaceKey,
  input: StoredValue,
  maxBodyBytes,
  result: Nothing,
  errors: [namespaceNotFound, storageWrongKey, storageValueTooLarge],
  handle: async ({ params, input }, { caller, storage }) => {
    await storage.set(caller, params, input.data)
    return {}
  },
})

export const deleteNamespaceValue = operation({
  name: 'deleteNamespaceValue',
  area: 'Storage',
  methods: ['DELETE'],
  path: '/pub/v1/storage/{namespace}/{key}',
  summary: 'Delete a stored value of a namespace or module',
  description: 'Succeeds also when nothing is stored under the key.',
  right: 'administrator',
  params: NamespaceKey,
  result: Nothing,
  errors: [namespaceNotFound, storageWrongKey],
  handle: async ({ params }, { caller, storage }) => {
    await storage.delete(caller, params)
    return {}
  },
})
