import { listOf } from '../../../../foundation/http/envelope.ts'
import { globalNamespace, groupNamespaceMissing, groupNamespaceNotFound } from '../../../../people/index.ts'
import { ListInput, queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { listResult, NamespaceParams } from '../../schemas.ts'
import { Partly } from './group.ts'

export const listNamespaceGroups = operation({
  name: 'listNamespaceGroups',
  area: 'Groups',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/groups',
  summary: 'List the groups of a namespace',
  description:
    'The namespace `global` contains the groups that belong to no other namespace. The list is complete unless ' +
    '`size` is given.',
  right: 'user',
  params: NamespaceParams,
  input: ListInput,
  result: listResult(Partly),
  errors: [groupNamespaceNotFound, ...queryErrors],
  handle: async ({ params: { namespace }, input }, { caller, apps, people }) => {
    if (namespace !== globalNamespace && !apps.scheme.knows(caller, namespace)) throw groupNamespaceMissing(namespace)
    const { items, total } = await people.groups.ofNamespace(caller, namespace, input)
    return listOf(items, total)
  },
})
