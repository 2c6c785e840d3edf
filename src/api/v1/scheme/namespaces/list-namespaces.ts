import { queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { listResult, NoParams } from '../../schemas.ts'
import { pageOf, SchemeListInput } from '../scheme-list.ts'
import { Namespace } from '../scheme-schemas.ts'

export const listNamespaces = operation({
  name: 'listNamespaces',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces',
  summary: 'List namespaces',
  description:
    'Returns the namespaces in the order of the menu, with the built-in namespace `_system_catalogs` at the end. ' +
    'Namespaces are also called sections.',
  right: 'user',
  inLanguage: true,
  params: NoParams,
  input: SchemeListInput,
  result: listResult(Namespace),
  errors: [...queryErrors],
  handle: ({ input }, { caller, apps }) => pageOf(apps.scheme.namespaces(caller), input),
})
