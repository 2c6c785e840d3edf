import { Type } from 'typebox'
import type { FieldType } from '../field-type.ts'
import { text } from './text.ts'

/** A link: an address of the web or of anything else. The address is not validated. */
export const linkType: FieldType = { ...text, code: 'LINK', word: 'link', settings: Type.Object({}) }
