import type { FormEntry, FormKey, FormsSection, PlacedField } from '../definition.ts'
import type { Name } from '../names.ts'

/** A line of the list in which a form is edited: the title of a section, or a field inside or outside of a section. */
export type FormRow = SectionRow | FieldRow

export interface SectionRow {
  readonly section: Name
}

export interface FieldRow {
  readonly code: string
  readonly readonly: boolean
  readonly required: boolean
  /** Whether the field belongs to the section above it. */
  readonly isInside: boolean
}

export const isSection = (row: FormRow | undefined): row is SectionRow => row !== undefined && 'section' in row

const isInside = (row: FormRow | undefined): boolean => row !== undefined && !isSection(row) && row.isInside

/** Returns the entries of a form as rows. */
export function rowsOf(entries: readonly FormEntry[]): readonly FormRow[] {
  return entries.flatMap((entry): FormRow[] =>
    typeof entry === 'object' && 'section' in entry
      ? [{ section: entry.section }, ...(entry.fields ?? []).map((placed) => fieldRow(placed, true))]
      : [fieldRow(entry, false)],
  )
}

/** Returns rows as the entries of a form. */
export function entriesOf(rows: readonly FormRow[]): readonly FormEntry[] {
  const entries: (PlacedField | { section: Name; fields: PlacedField[] })[] = []
  for (const row of rows) {
    const last = entries.at(-1)
    if (isSection(row)) entries.push({ section: row.section, fields: [] })
    else if (row.isInside && typeof last === 'object' && 'section' in last) last.fields.push(placedField(row))
    else entries.push(placedField(row))
  }
  return entries
}

/** Returns the place of each row in the definition, such as `forms.create[1].fields[0]`. */
export function pathsOf(rows: readonly FormRow[], form: FormKey): readonly string[] {
  let [entry, field] = [-1, -1]
  return rows.map((row) => {
    if (isInside(row)) return `forms.${form}[${entry}].fields[${++field}]`
    entry++
    field = -1
    return `forms.${form}[${entry}]`
  })
}

/** For each form that follows another one when the definition omits it: the form that it follows. */
const follows: Readonly<Partial<Record<FormKey, FormKey>>> = { edit: 'create', view: 'edit' }

/**
 * Returns the entries that are shown for a form that the definition omits: the entries of the form that it follows, and
 * then the fields that the followed form leaves out. The omitted form for new elements shows all fields, the omitted
 * tile none.
 */
export function defaultEntries(forms: FormsSection, form: FormKey, codes: readonly string[]): readonly FormEntry[] {
  if (form === 'tile') return []
  const followed = follows[form]
  const entries = followed === undefined ? [] : (forms[followed] ?? defaultEntries(forms, followed, codes))
  const rows = rowsOf(entries)
  const marked = form === 'view' ? rows.map((row) => (isSection(row) ? row : withoutMarks(row))) : rows
  return [...entriesOf(marked), ...codesNotIn(rows, codes)]
}

/** Returns the codes of the fields that a form leaves out. */
export function codesNotIn(rows: readonly FormRow[], codes: readonly string[]): readonly string[] {
  return codes.filter((code) => !rows.some((row) => !isSection(row) && row.code === code))
}

const withoutMarks = (row: FieldRow): FieldRow => ({ ...row, readonly: false, required: false })

function fieldRow(placed: PlacedField, isInside: boolean): FieldRow {
  const { field: code, readonly = false, required = false } = typeof placed === 'string' ? { field: placed } : placed
  return { code, readonly, required, isInside }
}

function placedField({ code, readonly, required }: FieldRow): PlacedField {
  if (!readonly && !required) return code
  return { field: code, ...(readonly && { readonly }), ...(required && { required }) }
}
