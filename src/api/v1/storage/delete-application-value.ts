import { applicationNotFound, storageWrongKey } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../schemas.ts'
import { ApplicationKey } from './storage-schemas.ts'

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
