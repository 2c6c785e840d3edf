import type { Reader } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { fieldText, objectText } from '../../query/index.ts'
import { registrationFields } from './registration-source.ts'

const shown = [
  'id',
  'nomenclatureId',
  'number',
  'registeredAt',
  'registeredBy',
  'status',
  'date',
  'previousId',
  'reason',
]

/**
 * Returns the registrations of an element, newest first, as the text of a JSON array. Every user who can see the
 * element can see its registrations, even without a right to the office of the case.
 */
export async function registrationsOf(reader: Reader, app: string, element: string): Promise<string> {
  const row = sql`r`
  const members = registrationFields
    .filter(({ field }) => shown.includes(field.code))
    .map((field) => [field.field.code, fieldText(field, row)] as const)
  const found = await reader.row<{ items: string }>(sql`
    select '[' || coalesce(string_agg(${objectText(members)}, ',' order by r.registered_at desc, r.id desc), '') || ']' as items
    from registration r where r.app = ${app} and r.element = ${element}`)
  return found!.items
}
