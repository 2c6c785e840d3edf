import { storageValueTooLarge, storageWrongKey } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../schemas.ts'
import { maxBodyBytes, StoredValue, SystemKey } from './storage-schemas.ts'

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
