import type { JsonObject, JsonValue } from '../foundation/kit/json.ts'
import type { FieldType } from './field-type.ts'
import { booleanType } from './types/boolean.ts'
import { categoryType } from './types/category.ts'
import { datetimeType } from './types/datetime.ts'
import { decimalType } from './types/decimal.ts'
import { durationType } from './types/duration.ts'
import { fileType, userType } from './types/id-list.ts'
import { jsonType } from './types/json.ts'
import { moneyType } from './types/money.ts'
import { numberType } from './types/number.ts'
import { referenceType } from './types/reference.ts'
import { roleType } from './types/role.ts'
import { tableType } from './types/table.ts'
import { stringType } from './types/text.ts'

interface ContextType {
  readonly type: FieldType
  readonly settings?: JsonObject
}

/** JSON of any depth that a request can have. The limit of the size is the same for all types. */
const contextJson: FieldType = { ...jsonType, read: (value) => value as JsonValue }

/** The field type for each type of variable. */
export const contextTypes: Readonly<Record<string, ContextType>> = {
  string: { type: stringType, settings: { maxLength: 256 * 1024 } },
  integer: { type: numberType, settings: { integer: true } },
  decimal: { type: decimalType },
  money: { type: moneyType },
  boolean: { type: booleanType },
  date: { type: datetimeType, settings: { view: 'date' } },
  datetime: { type: datetimeType },
  duration: { type: durationType },
  choice: { type: categoryType },
  user: { type: userType },
  group: { type: roleType },
  element: { type: referenceType },
  file: { type: fileType },
  table: { type: tableType },
  json: { type: contextJson },
}
