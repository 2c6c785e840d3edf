import { Type } from 'typebox'
import { pageNotFound } from '../../../../data/index.ts'
import { operation } from '../../../operation.ts'
import { AnyObject, IdParams } from '../../schemas.ts'

export const getPage = operation({
  name: 'getPage',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/pages/{id}',
  summary: 'Get a page schema',
  description: 'Always responds with 404, because pages do not exist yet.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ page: AnyObject }),
  errors: [pageNotFound],
  handle: ({ params }, { apps }) => ({ page: apps.scheme.page(params.id) }),
})
