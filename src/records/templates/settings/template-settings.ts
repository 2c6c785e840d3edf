import { type Static, Type } from 'typebox'
import { codePattern } from '../../../foundation/kit/codes.ts'
import { languages, sourceLanguage } from '../../../foundation/kit/languages.ts'
import { inputTypes } from '../../../values/index.ts'

const Code = Type.String({ pattern: `^${codePattern}$`, maxLength: 63 })

/** The type of an input whose values can be of any type. */
export const anyInput = 'any'

const InputType = Type.Unsafe<string>(
  Type.Union(
    [anyInput, ...inputTypes.keys()].map((word) => Type.Literal(word)),
    { description: 'Type of the value; any by default.' },
  ),
)

const Input = Type.Object(
  {
    code: Code,
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Title for people.' })),
    type: Type.Optional(InputType),
    columns: Type.Optional(
      Type.Array(Type.Object({ code: Code, type: Type.Optional(InputType) }, { additionalProperties: false }), {
        minItems: 1,
        maxItems: 100,
        description: 'Columns of a table.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The schema of the YAML file beside a template. */
export const TemplateSettings = Type.Object(
  {
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Name of the template; its code by default.' }),
    ),
    description: Type.Optional(Type.String({ maxLength: 2000, description: 'Purpose of the template.' })),
    field: Type.Optional(
      Type.String({ maxLength: 100, description: 'Field of the application that holds the generated files.' }),
    ),
    fileName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          'Name of the generated files without their ending; may contain placeholders. The name of the template by default.',
      }),
    ),
    output: Type.Optional(
      Type.Union([Type.Literal('docx'), Type.Literal('html'), Type.Literal('pdf')], {
        description: 'Format of the generated files: that of the template by default, or pdf.',
      }),
    ),
    language: Type.Optional(
      Type.Union(
        languages.map((language) => Type.Literal(language)),
        {
          description: `Language of numbers, dates and amounts of money; ${sourceLanguage} by default.`,
        },
      ),
    ),
    inputs: Type.Optional(
      Type.Array(Input, {
        maxItems: 100,
        description: 'Values that the caller or the process gives, besides the fields of the element.',
      }),
    ),
  },
  { additionalProperties: false, title: 'Chancery: settings of a document template' },
)

export type TemplateSettings = Static<typeof TemplateSettings>
export type TemplateInput = Static<typeof Input>

/** The format of the file of a template. */
export type TemplateFormat = 'docx' | 'html'
/** The format of a generated document. */
export type DocumentFormat = TemplateFormat | 'pdf'
