import { Type } from 'typebox'
import { templateNotFound } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { TemplateParams } from './template-schemas.ts'

export const getTemplateFile = operation({
  name: 'getTemplateFile',
  cost: 'file',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/document-templates/{namespace}/{code}/file',
  summary: 'Get the file of a document template',
  description:
    'Returns the file byte by byte as it was applied, as an attachment. For administrators, because the placeholders ' +
    'name fields that may be hidden from other users.',
  right: 'administrator',
  params: TemplateParams,
  result: Type.String({ contentMediaType: 'application/octet-stream' }),
  media: 'application/octet-stream',
  errors: [templateNotFound],
  handle: async ({ params, reply }, { caller, documentTemplates }) => {
    const { name, bytes } = await documentTemplates.file(caller, params)
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return bytes
  },
})
