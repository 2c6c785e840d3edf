import { Type } from 'typebox'
import { documentTemplateNotFound } from '../../../../data/index.ts'
import { operation } from '../../../operation.ts'
import { AnyObject, IdParams } from '../../schemas.ts'

export const getDocumentTemplate = operation({
  name: 'getDocumentTemplate',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/doctemplates/{id}',
  summary: 'Get a document template schema',
  description: 'Always responds with 404, because document templates do not exist yet.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ docTemplate: AnyObject }),
  errors: [documentTemplateNotFound],
  handle: ({ params }, { apps }) => ({ docTemplate: apps.scheme.documentTemplate(params.id) }),
})
