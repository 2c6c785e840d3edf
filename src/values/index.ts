/**
 * Field types: which values the fields of applications and processes may have, and how they are checked, stored and
 * compared. `field-types.ts` lists the types. This module knows no application and no database
 * connection.
 */
export { type Cell, plainCell } from './cells.ts'
export { isForbiddenKey } from './content.ts'
export { checkField, defineField, storedField } from './define-field.ts'
export { emptyJson, isBlank, isEmpty } from './empty.ts'

export {
  fieldNotAllowed,
  fieldUnknown,
  fieldWrongCriterion,
  fieldWrongValue,
  wrongValue,
} from './errors.ts'
export { fieldSchema, fieldTexts } from './field-schema.ts'
export type {
  ColumnKind,
  Field,
  FieldType,
  KnownStatuses,
  Many,
  Part,
  Uses,
  ValueType,
} from './field-type.ts'
export { fieldTypeByCode, fieldTypeByWord, fieldTypes, systemField, valueTypes } from './field-types.ts'
export { parseWithRawNumbers } from './raw-number.ts'
export { readContext, readFields } from './read-context.ts'
export { containing, containingEntry, folded, likeIndexed, likeWord, searchedText } from './searched-text.ts'
export { isId, readIdCriterion } from './types/id-list.ts'
export { type FieldUpload, type FilePlace, filePlaces, takesDocuments, uploadsIn, withFiles } from './uploads.ts'
export { inputTypes, untypedVariable, type VariableType, variableTypes } from './variable-types.ts'
