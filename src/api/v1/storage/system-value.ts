import { storageKeyNotFound, storageValueTooLarge, storageWrongKey } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../schemas.ts'
import { maxBodyBytes, ReadValue, StoredValue, SystemKey } from './storage-schemas.ts'

export const getSystemValue = operation({
  name: 'getSystemValue',
  area: 'Storage',
  methods: ['GET'],
  path: '/pub/v1/storage/system/{key}',
  summary: 'Get a stored value of the system',
  description: 'Returns the value as it was stored. Answers 404 when nothing is stored under the key.',
  right: 'administrator',
  params: SystemKey,
  result: ReadValue,
  errors: [storageWrongKey, storageKeyNotFound],
  handle: async ({ params }, { storage }) => ({ data: await storage.get(params) }),
})

export const setSystemValue = operation({
  name: 'setSystemValue',
  area: 'Storage',
  methods: ['POST'],
  path: '/pub/v1/storage/system/{key}',
  summary: 'Store a value of the system',
  description: 'Replaces the previous value. The last write wins. The audit log records the change without the value.',
  right: 'administrator',
  params: SystemKey,
  input: StoredValue,
  maxBodyBytes,
  result: Nothing,
  errors: [storageWrongKey, storageValueTooLarge],
  handle: async ({ params, input }, { caller, storage }) => {
    await storage.set(caller, params, input.data)
    return {}
  },
})

export const deleteSystemValue = operation({
  name: 'deleteSystemValue',
  area: 'Storage',
  methods: ['DELETE'],
  path: '/pub/v1/storage/system/{key}',
  summary: 'Delete a stored value of the system',
  description: 'Succeeds also when nothing is stored under the key.',
  right: 'administrator',
  params: SystemKey,
  result: Nothing,
  errors: [storageWrongKey],
  handle: async ({ params }, { caller, storage }) => {
    await storage.delete(caller, params)
    return {}
  },
})
