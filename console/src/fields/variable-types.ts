import type { FieldType } from './field-type.ts'
import { booleanType } from './types/boolean/type.ts'
import { categoryType } from './types/category/type.ts'
import { datetimeType } from './types/datetime/type.ts'
import { fileType } from './types/files/type.ts'
import { jsonType } from './types/json/type.ts'
import { moneyType } from './types/money/type.ts'
import { numberType } from './types/number/type.ts'
import { referenceType } from './types/reference/type.ts'
import { roleType } from './types/role/type.ts'
import { stringType } from './types/string/type.ts'
import { tableType } from './types/table/type.ts'
import { userType } from './types/user/type.ts'

interface VariableType {
  readonly type: FieldType
  readonly data?: object
}

/** The field type by which the console shows and edits each type of process variables, and its settings. */
const variableTypes: Readonly<Record<string, VariableType>> = {
  string: { type: stringType },
  integer: { type: numberType, data: { integer: true } },
  decimal: { type: numberType },
  money: { type: moneyType },
  boolean: { type: booleanType },
  date: { type: datetimeType, data: { view: 'date' } },
  datetime: { type: datetimeType },
  duration: { type: stringType },
  choice: { type: categoryType },
  user: { type: userType },
  group: { type: roleType },
  element: { type: referenceType },
  file: { type: fileType },
  table: { type: tableType },
  json: { type: jsonType },
}

/** The names of the types of process variables in BPMN files. */
export const variableWords: readonly string[] = Object.keys(variableTypes)

/** Returns the field type for a type of process variables, given by its name in BPMN files; JSON for an unknown one. */
export const typeOfVariable = (word: string): VariableType => variableTypes[word] ?? { type: jsonType }

/** Types that only process variables have in the API, and the field types by which they are shown and edited. */
const shownAs: Readonly<Record<string, string>> = { DECIMAL: numberType.code, DURATION: stringType.code }

/** Returns the field type for a type of process variables, both given by their names in the API. */
export const shownTypeOf = (code: string): string => shownAs[code] ?? code

/**
 * Returns the value of a variable as editors take it: a decimal, which is a text in the API, becomes a number. Forms
 * send changed values only, so all others stay exact. `type` is the name of the type in BPMN files or in the API.
 */
export const editedVariable = (type: string, value: unknown): unknown =>
  type === 'decimal' || type === 'DECIMAL' ? asNumber(value) : value

const asNumber = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asNumber)
  return typeof value === 'string' && value !== '' ? Number(value) : value
}
