import { applicationNotFound, namespaceNotFound } from '../../../apps/index.ts'
import { queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, listResult } from '../schemas.ts'
import { pageOf, SchemeListInput } from './scheme-list.ts'
import { NamespaceParams } from './scheme-schemas.ts'

export const listProcesses = operation({
  name: 'listProcesses',
  area: 'Metadata (schemas and groups)',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/processes',
  summary: 'List process template schemas of a namespace',
  description:
    'There are no processes yet: the list is empty. Those of an application have the namespace `section.app`.',
  right: 'user',
  params: NamespaceParams,
  input: SchemeListInput,
  result: listResult(AnyObject),
  errors: [...queryErrors, namespaceNotFound, applicationNotFound],
  handle: ({ params, input }, { caller, apps }) =>
    pageOf(apps.scheme.sectionProcesses(caller, params.namespace), input),
})
