import type { FormEntry, FormsSection, PlacedField, SectionedForm } from './forms-section.ts'

/** A section of a form, or fields outside of sections. */
export interface FormPart {
  /** The title of the section; undefined for fields outside of sections. */
  readonly section: string | undefined
  readonly fields: readonly FormPartField[]
}

interface FormPartField {
  readonly code: string
  readonly readonly: boolean
  readonly required: boolean
}

/**
 * For each form, the form whose sections and order are used when the definition does not describe the form itself.
 */
const follows: Readonly<Record<SectionedForm, SectionedForm | undefined>> = {
  create: undefined,
  edit: 'create',
  view: 'edit',
}

/**
 * Returns the parts of a form. A form that the definition does not describe has the parts of the form in `follows`, and
 * after them all other fields. So only a described form can leave out fields.
 */
export function formParts(
  forms: FormsSection | undefined,
  form: SectionedForm,
  codes: readonly string[],
): readonly FormPart[] {
  const described = forms?.[form]
  if (described !== undefined) return partsOf(described)
  const followed = follows[form]
  const parts = followed === undefined ? [] : formParts(forms, followed, codes)
  const placed = new Set(parts.flatMap(({ fields }) => fields.map(({ code }) => code)))
  const others = codes.filter((code) => !placed.has(code))
  return others.length === 0 ? parts : [...parts, { section: undefined, fields: others.map(partField) }]
}

/** Returns the parts of a described form. Consecutive fields outside of sections form one part. */
export function partsOf(entries: readonly FormEntry[]): FormPart[] {
  const parts: { section: string | undefined; fields: FormPartField[] }[] = []
  for (const entry of entries) {
    const { section, fields = [] } = typeof entry === 'string' ? {} : entry
    const last = parts.at(-1)
    if (section !== undefined) parts.push({ section, fields: fields.map(partField) })
    else if (last !== undefined && last.section === undefined) last.fields.push(partField(entry as PlacedField))
    else parts.push({ section, fields: [partField(entry as PlacedField)] })
  }
  return parts
}

function partField(placed: PlacedField): FormPartField {
  const { field: code, readonly = false, required = false } = typeof placed === 'string' ? { field: placed } : placed
  return { code, readonly, required }
}
