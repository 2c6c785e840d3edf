import pg from 'pg'

// Values of these types stay text: a Date loses microseconds, a number loses digits, and JSON would be parsed and
// written again.
const asText = new Set([
  20, // bigint
  114, // json
  1082, // date
  1114, // timestamp
  1184, // timestamptz
  1700, // numeric
  3802, // jsonb
])
const arraysOfText = new Set([199, 1016, 1115, 1182, 1185, 1231, 3807])
const textArray = 1009

const same = (text: string): string => text

/** The conversion of column values to JavaScript; see the comment on `Row` in database.ts. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser(type: number) {
    if (asText.has(type)) return same
    return pg.types.getTypeParser(arraysOfText.has(type) ? textArray : type)
  },
}
