import { Type } from 'typebox'
import type { FieldType } from './field-type.ts'
import { text } from './text.ts'

/** A text of one line, of several lines, or with HTML. An empty text is stored as given. */
export const stringType: FieldType = {
  ...text,
  code: 'STRING',
  word: 'string',
  settings: Type.Object({
    view: Type.Optional(
      Type.Union([Type.Literal('text'), Type.Literal('multiline'), Type.Literal('html')], {
        description: 'How it is shown and edited. Default: text.',
      }),
    ),
    maxLength: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, description: 'Most characters. Default: 100000.' }),
    ),
  }),
}
