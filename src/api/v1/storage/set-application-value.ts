import { applicationNotFound, storageValueTooLarge, storageWrongKey } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../schemas.ts'
import { ApplicationKey, maxBodyBytes, StoredValue } from './storage-schemas.ts'

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
