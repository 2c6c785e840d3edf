import { applicationNotFound, namespaceNotFound } from '../../../../data/index.ts'
import { queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { AnyObject, listResult } from '../../schemas.ts'
import { pageOf, SchemeListInput } from '../scheme-list.ts'
import { NamespaceParams } from '../scheme-schemas.ts'

export const listProcesses = operation({
  name: 'listProcesses',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/processes',
  summary: 'List process template schemas of a namespace',
  description:
    'The list is empty, because processes do not exist yet. To list the processes of an application, give its path ' +
    '`namespace.code` as the namespace.',
  right: 'user',
  params: NamespaceParams,
  input: SchemeListInput,
  result: listResult(AnyObject),
  errors: [...queryErrors, namespaceNotFound, applicationNotFound],
  handle: ({ params, input }, { caller, apps }) =>
    pageOf(apps.scheme.namespaceProcesses(caller, params.namespace), input),
})
