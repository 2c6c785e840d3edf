import { applicationNotFound, namespaceNotFound } from '../../../../data/index.ts'
import { queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { listResult, NamespaceParams } from '../../schemas.ts'
import { pageOf, SchemeListInput } from '../scheme-list.ts'
import { ProcessRow } from '../scheme-schemas.ts'

export const listProcesses = operation({
  name: 'listProcesses',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/processes',
  summary: 'List process template schemas of a namespace',
  description:
    'Returns the templates of the namespace and of its applications that the caller may start or view. To list the ' +
    'processes of one application, give its path `namespace.code` as the namespace.',
  right: 'user',
  inLanguage: true,
  params: NamespaceParams,
  input: SchemeListInput,
  result: listResult(ProcessRow),
  errors: [...queryErrors, namespaceNotFound, applicationNotFound],
  handle: async ({ params, input }, { caller, processes }) =>
    pageOf(await processes.scheme.list(caller, params.namespace), input),
})
