import { Type } from 'typebox'
import { pageNotFound } from '../../../apps/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, IdParams } from '../schemas.ts'

export const getPage = operation({
  name: 'getPage',
  area: 'Metadata (schemas and groups)',
  methods: ['GET'],
  path: '/pub/v1/scheme/pages/{id}',
  summary: 'Get a page schema by id',
  description: 'There are no pages yet: every id is unknown.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ page: AnyObject }),
  errors: [pageNotFound],
  handle: ({ params }, { apps }) => ({ page: apps.scheme.page(params.id) }),
})
