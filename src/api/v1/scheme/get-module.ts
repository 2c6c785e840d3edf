import { Type } from 'typebox'
import { moduleNotFound } from '../../../apps/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, IdParams } from '../schemas.ts'

export const getModule = operation({
  name: 'getModule',
  area: 'Metadata (schemas and groups)',
  methods: ['GET'],
  path: '/pub/v1/scheme/modules/{id}',
  summary: 'Get a module schema by id',
  description: 'There are no modules yet: every id is unknown.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ module: AnyObject }),
  errors: [moduleNotFound],
  handle: ({ params }, { apps }) => ({ module: apps.scheme.module(params.id) }),
})
