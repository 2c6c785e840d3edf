import type { Definition, FormEntry, FormKey, FormsSection } from '../definition.ts'
import { entriesOf, type FormRow, isSection, rowsOf } from './form-rows.ts'

/** Returns the forms with changed rows; undefined when the definition describes no form. */
function withRows(forms: FormsSection | undefined, change: (rows: readonly FormRow[]) => readonly FormRow[]) {
  if (forms === undefined) return undefined
  const entries = Object.entries(forms).map(([form, each]) => [form, entriesOf(change(rowsOf(each)))])
  return Object.fromEntries(entries) as FormsSection
}

/** Returns the forms after the code of a field has changed. */
export const fieldRenamed = ({ forms }: Definition, from: string, to: string): FormsSection | undefined =>
  withRows(forms, (rows) => rows.map((row) => (!isSection(row) && row.code === from ? { ...row, code: to } : row)))

/** Returns the forms after a field was removed. */
export const fieldRemoved = ({ forms }: Definition, code: string): FormsSection | undefined =>
  withRows(forms, (rows) => rows.filter((row) => isSection(row) || row.code !== code))

/** Returns the forms with other entries of one form; undefined when no form is described any more. */
export function withForm(
  forms: FormsSection,
  form: FormKey,
  entries: readonly FormEntry[] | undefined,
): FormsSection | undefined {
  const order: readonly FormKey[] = ['create', 'edit', 'view', 'tile']
  const next = { ...forms, [form]: entries }
  const described = order.filter((key) => next[key] !== undefined).map((key) => [key, next[key]])
  return described.length === 0 ? undefined : Object.fromEntries(described)
}
