import { queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams } from '../schemas.ts'
import { pageOf, SchemeListInput } from './scheme-list.ts'
import { Namespace } from './scheme-schemas.ts'

export const listNamespaces = operation({
  name: 'listNamespaces',
  area: 'Metadata (schemas and groups)',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces',
  summary: 'List namespace (section) schemas',
  description: 'By place in the menu; the built-in `_system_catalogs` comes last.',
  right: 'user',
  params: NoParams,
  input: SchemeListInput,
  result: listResult(Namespace),
  errors: [...queryErrors],
  handle: ({ input }, { caller, apps }) => pageOf(apps.scheme.namespaces(caller), input),
})
