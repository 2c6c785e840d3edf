import { Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import { operation } from '../../operation.ts'
import { marketingErrors } from '../../v1/marketing/marketing-schemas.ts'
import { listResult, NoParams, Uuid } from '../../v1/schemas.ts'

export const listCategories = operation({
  name: 'listCategories',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/marketing/categories',
  summary: 'List preference categories',
  description: 'Returns the categories for which subscribers state their preferences.',
  right: 'user',
  params: NoParams,
  result: listResult(Type.Object({ id: Uuid, name: Type.String() })),
  errors: marketingErrors,
  handle: async (_request, { caller, apps }) => {
    const all = await apps.marketing.categories.list(caller)
    return listOf(all, all.length)
  },
})
