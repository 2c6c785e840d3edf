import { Type } from 'typebox'
import type { FieldType } from '../field-type.ts'
import { text } from './text.ts'

/** A text of one line, of several lines, or with HTML. An empty text is stored as given. */
export const stringType: FieldType = {
  ...text,
  code: 'STRING',
  word: 'string',
  settings: Type.Object({
    view: Type.Optional(
      Type.Union([Type.Literal('text'), Type.Literal('multiline'), Type.Literal('html')], {
        description: 'Form in which the text is shown and edited: one line, several lines or HTML; text by default.',
      }),
    ),
    maxLength: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, description: 'Maximum number of characters; 100000 by default.' }),
    ),
  }),
}
