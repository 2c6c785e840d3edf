import { namespaceNotFound, storageWrongKey } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../schemas.ts'
import { NamespaceKey } from './storage-schemas.ts'

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
