import { Type } from 'typebox'
import { moduleNotFound } from '../../../../data/index.ts'
import { operation } from '../../../operation.ts'
import { AnyObject, IdParams } from '../../schemas.ts'

export const getModule = operation({
  name: 'getModule',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/modules/{id}',
  summary: 'Get a module schema',
  description: 'Always responds with 404, because modules do not exist yet.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ module: AnyObject }),
  errors: [moduleNotFound],
  handle: ({ params }, { apps }) => ({ module: apps.scheme.module(params.id) }),
})
