import { storageKeyNotFound, storageWrongKey } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ReadValue, SystemKey } from './storage-schemas.ts'

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
