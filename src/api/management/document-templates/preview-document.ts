import { Type } from 'typebox'
import { limitExceeded } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { contextInput, elementInput, fillErrors, formatInput, TemplateParams } from './template-schemas.ts'

export const previewDocument = operation({
  name: 'previewDocument',
  cost: 'heavy',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/document-templates/{namespace}/{code}/preview',
  summary: 'Preview a document',
  description:
    'Fills the template and returns the document as an attachment. Nothing is stored. A template of an application ' +
    'needs an element that the caller can see.',
  right: 'user',
  params: TemplateParams,
  input: Type.Object({ element: Type.Optional(elementInput), context: contextInput, format: formatInput }),
  result: Type.String({ contentMediaType: 'application/octet-stream' }),
  media: 'application/octet-stream',
  errors: [...fillErrors, limitExceeded],
  handle: async ({ params, input: { element, context, format }, reply }, { caller, documentTemplates }) => {
    const request = { template: params, element, inputs: context, format }
    const document = await documentTemplates.preview(caller, request)
    // The response is an attachment, so that a browser never shows a document as a page of this server.
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(document.name)}`)
    return document.bytes
  },
})
