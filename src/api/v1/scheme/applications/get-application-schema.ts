import { Type } from 'typebox'
import { applicationNotFound } from '../../../../data/index.ts'
import { operation } from '../../../operation.ts'
import { ApplicationParams } from '../../schemas.ts'
import { ApplicationSchema } from '../scheme-schemas.ts'

export const getApplicationSchema = operation({
  name: 'getApplicationSchema',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/apps/{code}',
  summary: 'Get an application schema',
  description:
    'Returns the fields, forms, statuses and unique keys of an application: enough to build a form and a filter.',
  right: 'user',
  inLanguage: true,
  params: ApplicationParams,
  result: Type.Object({ application: ApplicationSchema }),
  errors: [applicationNotFound],
  handle: ({ params }, { caller, apps }) => ({ application: apps.scheme.application(caller, params) }),
})
