import { applicationNotFound, storageKeyNotFound, storageValueTooLarge, storageWrongKey } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../schemas.ts'
import { ApplicationKey, maxBodyBytes, ReadValue, StoredValue } from './storage-schemas.ts'

export const getApplicationValue = operation({
  name: 'getApplicationValue',
  area: 'Storage',
  methods: ['GET'],
  path: '/pub/v1/storage/{namespace}/{code}/{key}',
  summary: 'Get a stored value of an application',
  description: 'Returns the value as it was stored. Answers 404 when nothing is stored under the key.',
  right: 'administrator',
  params: ApplicationKey,
  result: ReadValue,
  errors: [applicationNotFound, storageWrongKey, storageKeyNotFound],
  handle: async ({ params }, { storage }) => ({ data: await storage.get(params) }),
})

export const setApplicationValue = operation({
  name: 'setApplicationValue',
  area: 'Storage',
  methods: ['POST'],
  path: '/pub/v1/storage/{namespace}/{code}/{key}',
  summary: 'Store a value of an application',
  description: 'Replaces the previous value. The last write wins. The audit log records the change without the value.',
  right: 'administrator',
  params: ApplicationKey,
  input: StoredValue,
  maxBodyBytes,
  result: Nothing,
  errors: [applicationNotFound, storageWrongKey, storageValueTooLarge],
  handle: async ({ params, input }, { caller, storage }) => {
    await storage.set(caller, params, input.data)
    return {}
  },
})

export const deleteApplicationValue = operation({
  name: 'deleteApplicationValue',
  area: 'Storage',
  methods: ['DELETE'],
  path: '/pub/v1/storage/{namespace}/{code}/{key}',
  summary: 'Delete a stored value of an application',
  description: 'Succeeds also when nothing is stored under the key.',
  right: 'administrator',
  params: ApplicationKey,
  result: Nothing,
  errors: [applicationNotFound, storageWrongKey],
  handle: async ({ params }, { caller, storage }) => {
    await storage.delete(caller, params)
    return {}
  },
})
