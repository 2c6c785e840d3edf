import { changedValues } from './form-values.ts'

type Fields = Parameters<typeof changedValues>[0]
type Values = Readonly<Record<string, unknown>>

/**
 * Compares the user's changes with those that another user saved since the form was opened. Returns the user's
 * changes without conflicts (`safe`), and the codes of the fields that both changed to different values
 * (`conflicts`).
 */
export function mergeChanges(fields: Fields, original: Values, mine: Values, theirs: Values) {
  const own = changedValues(fields, original, mine)
  const others = changedValues(fields, original, theirs)
  const conflicts = Object.keys(own).filter(
    (code) => code in others && JSON.stringify(own[code]) !== JSON.stringify(others[code]),
  )
  const safe = Object.fromEntries(Object.entries(own).filter(([code]) => !conflicts.includes(code)))
  return { safe, conflicts }
}
