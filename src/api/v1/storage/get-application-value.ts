import { applicationNotFound, storageKeyNotFound, storageWrongKey } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ApplicationKey, ReadValue } from './storage-schemas.ts'

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
