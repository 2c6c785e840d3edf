import type { FormEntry, FormsSection, PlacedField } from '../../applications/forms-section.ts'

/** Returns the normalised section `forms`: keys in a fixed order, and only the code of a field that has no marks. */
export function formsFile({ create, edit, view, tile }: FormsSection): FormsSection {
  return {
    ...(create && { create: create.map(entryFile) }),
    ...(edit && { edit: edit.map(entryFile) }),
    ...(view && { view: view.map(entryFile) }),
    ...(tile && { tile: [...tile] }),
  }
}

function entryFile(entry: FormEntry): FormEntry {
  if (typeof entry === 'string' || entry.section === undefined) return placedFile(entry as PlacedField)
  return { section: entry.section, fields: entry.fields?.map(placedFile) ?? [] }
}

function placedFile(placed: PlacedField): PlacedField {
  if (typeof placed === 'string') return placed
  const { field, readonly, required } = placed
  if (!readonly && !required) return field
  return { field, ...(readonly && { readonly }), ...(required && { required }) }
}
