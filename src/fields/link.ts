import { Type } from 'typebox'
import type { FieldType } from './field-type.ts'
import { text } from './text.ts'

/** An address of the web or of anything else; not validated. */
export const linkType: FieldType = { ...text, code: 'LINK', word: 'link', settings: Type.Object({}) }
