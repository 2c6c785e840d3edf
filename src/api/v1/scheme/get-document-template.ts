import { Type } from 'typebox'
import { documentTemplateNotFound } from '../../../apps/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, IdParams } from '../schemas.ts'

export const getDocumentTemplate = operation({
  name: 'getDocumentTemplate',
  area: 'Metadata (schemas and groups)',
  methods: ['GET'],
  path: '/pub/v1/scheme/doctemplates/{id}',
  summary: 'Get a document template schema by id',
  description: 'There are no document templates yet: every id is unknown.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ docTemplate: AnyObject }),
  errors: [documentTemplateNotFound],
  handle: ({ params }, { apps }) => ({ docTemplate: apps.scheme.documentTemplate(params.id) }),
})
