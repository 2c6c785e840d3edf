import { Type } from 'typebox'
import { templateNotFound } from '../../../../records/index.ts'
import { operation } from '../../../operation.ts'
import { IdParams } from '../../schemas.ts'
import { DocumentTemplateRow } from '../scheme-schemas.ts'

export const getDocumentTemplate = operation({
  name: 'getDocumentTemplate',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/doctemplates/{id}',
  summary: 'Get a document template schema',
  description: 'Returns a document template that the caller can see.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ docTemplate: DocumentTemplateRow }),
  errors: [templateNotFound],
  handle: ({ params }, { caller, documentTemplates }) => ({
    docTemplate: documentTemplates.scheme.byId(caller, params.id),
  }),
})
