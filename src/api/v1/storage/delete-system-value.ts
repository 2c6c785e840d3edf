import { storageWrongKey } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../schemas.ts'
import { SystemKey } from './storage-schemas.ts'

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
