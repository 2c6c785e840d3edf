import { areSame, type ComparedField, changedValues } from './form-values.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Compares the user's changes with those that another user saved since the form was opened. Returns the user's
 * changes without conflicts (`safe`), and the codes of the fields that both changed to different values
 * (`conflicts`).
 */
export function mergeChanges(fields: readonly ComparedField[], original: Values, mine: Values, theirs: Values) {
  const own = changedValues(fields, original, mine)
  const others = changedValues(fields, original, theirs)
  const conflicts = fields
    .filter(
      (field) => field.code in own && field.code in others && !areSame(field, own[field.code], others[field.code]),
    )
    .map(({ code }) => code)
  const safe = Object.fromEntries(Object.entries(own).filter(([code]) => !conflicts.includes(code)))
  return { safe, conflicts }
}
