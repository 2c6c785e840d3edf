import { Type } from 'typebox'
import { applicationNotFound, applicationReadOnly, contextErrors, elementNotFound } from '../../../data/index.ts'
import { fileNotAllowed, fileNotFound, persistErrors } from '../../../files/index.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { splitPath } from '../../../foundation/kit/codes.ts'
import { limitExceeded } from '../../../process/index.ts'
import { generateErrors, templateNotFound } from '../../../records/index.ts'
import { type Context, operation } from '../../operation.ts'
import { FileResult } from '../../v1/disk/schemas.ts'
import { Uuid } from '../../v1/schemas.ts'

const TemplateParams = Type.Object({
  namespace: Type.String({
    description: 'Namespace, or path `namespace.code` of the application that has the template.',
  }),
  code: Type.String({ description: 'Code of the template.' }),
})

const formatInput = Type.Optional(
  Type.Union([Type.Literal('docx'), Type.Literal('html'), Type.Literal('pdf')], {
    description:
      'Format of the document: that of the template, or pdf. By default as the settings of the template say.',
  }),
)

const contextInput = Type.Optional(
  Type.Record(Type.String(), Type.Unknown(), { description: 'Values of the inputs of the template by code.' }),
)

const elementInput = { ...Uuid, description: 'Identifier of the element whose fields the document shows.' }

/** Errors of operations that fill a template. */
const fillErrors = [...generateErrors, elementNotFound]

const generateDocument = operation({
  name: 'generateDocument',
  cost: 'heavy',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/document-templates/{namespace}/{code}/generate',
  summary: 'Generate a document',
  description:
    'Fills the template with the fields of an element and the inputs, and attaches the document to the element. If the ' +
    'element still has the file that the template made before in this field and format, the document becomes the next ' +
    'version of this file; otherwise it becomes a new file. A document that equals the present version adds none. ' +
    'Requires the right to change the field.',
  right: 'user',
  params: TemplateParams,
  input: Type.Object({
    element: elementInput,
    app: Type.Optional(
      Type.String({
        pattern: '^\\w+\\.\\w+$',
        maxLength: 200,
        description: 'Path of the application of the element; required for a template that belongs to no application.',
      }),
    ),
    field: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Field that holds the file; by default the field in the settings of the template.',
      }),
    ),
    context: contextInput,
    format: formatInput,
  }),
  result: Type.Object({
    file: FileResult,
    version: Type.Integer({ description: 'Version of the file that holds the document.' }),
    warnings: Type.Array(Type.String(), { description: 'Reasons why values are missing.' }),
  }),
  errors: [
    ...fillErrors,
    ...persistErrors,
    ...contextErrors,
    fileNotFound,
    fileNotAllowed,
    applicationNotFound,
    applicationReadOnly,
    notAllowed,
    limitExceeded,
  ],
  idempotent: {
    again: async (_request, id, { caller, files }) => {
      const file = await files.get(caller, id)
      const [newest] = await files.versions.list(caller, id)
      return { file, version: newest?.no ?? 1, warnings: [] }
    },
  },
  handle: async ({ params, input: { element, app, field, context, format } }, { caller, documentTemplates }) => {
    const application = app === undefined ? undefined : splitPath(app)
    const request = { template: params, element, application, field, inputs: context, format }
    return { ...(await documentTemplates.generate(caller, request)) }
  },
})

const previewDocument = operation({
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

const getTemplateFile = operation({
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

/** Operations of the management API on document templates. */
export const documentTemplateOperations: readonly Operation<Context>[] = [
  generateDocument,
  previewDocument,
  getTemplateFile,
]
