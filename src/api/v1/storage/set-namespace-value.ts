import { namespaceNotFound, storageValueTooLarge, storageWrongKey } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../schemas.ts'
import { maxBodyBytes, NamespaceKey, StoredValue } from './storage-schemas.ts'

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
