import { Type } from 'typebox'
import { elementNotFound } from '../../../data/index.ts'
import { generateErrors } from '../../../records/index.ts'
import { Uuid } from '../../v1/schemas.ts'

export const TemplateParams = Type.Object({
  namespace: Type.String({
    description: 'Namespace, or path `namespace.code` of the application that has the template.',
  }),
  code: Type.String({ description: 'Code of the template.' }),
})

export const formatInput = Type.Optional(
  Type.Union([Type.Literal('docx'), Type.Literal('html'), Type.Literal('pdf')], {
    description:
      'Format of the document: that of the template, or pdf. By default as the settings of the template say.',
  }),
)

export const contextInput = Type.Optional(
  Type.Record(Type.String(), Type.Unknown(), { description: 'Values of the inputs of the template by code.' }),
)

export const elementInput = { ...Uuid, description: 'Identifier of the element whose fields the document shows.' }

/** Errors of operations that fill a template. */
export const fillErrors = [...generateErrors, elementNotFound]
