/**
 * Field types: which values the fields of applications and processes may have, and how they are checked, stored and
 * compared. Each type is one file; `field-types.ts` lists them. This module knows no application and no database
 * connection.
 */
export { type Cell, plainCell } from './cells.ts'
export { isCleanText, isForbiddenKey } from './content.ts'
export { type CheckedField, checkField, defineField, storedField } from './define-field.ts'
export { emptyJson, isEmpty } from './empty.ts'
export type { FieldProblem } from './entry-problems.ts'
export {
  fieldNotAllowed,
  fieldUnknown,
  fieldWrongCriterion,
  fieldWrongDefinition,
  fieldWrongValue,
  wrongCriterion,
  wrongValue,
} from './errors.ts'
export { feelType, fromExpression, toExpression } from './expression-values.ts'
export { fieldSchema } from './field-schema.ts'
export { fieldTexts } from './field-texts.ts'
export type {
  ColumnKind,
  Comparable,
  Criterion,
  Field,
  FieldType,
  InputForm,
  Kind,
  KnownStatuses,
  Many,
  One,
  Part,
  Reference,
  ReportColumn,
  Uses,
  ValueType,
  VariableForm,
} from './field-type.ts'
export { fieldTypeByCode, fieldTypeByWord, fieldTypes, systemField, valueTypes } from './field-types.ts'
export { isRawNumber, parseWithRawNumbers } from './raw-number.ts'
export { readContext, readFields } from './read-context.ts'
export { containing, containingEntry, folded, searchedText } from './searched-text.ts'
export { isId, readIdCriterion } from './types/id-list.ts'
export { type FieldUpload, type FilePlace, filePlaces, takesDocuments, uploadsIn, withFiles } from './uploads.ts'
export { inputTypes, untypedVariable, type VariableType, variableTypes } from './variable-types.ts'
