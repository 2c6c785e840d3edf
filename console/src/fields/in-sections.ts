/** A section of a form: its title, and the codes of its fields. */
export interface FormSection {
  readonly name: string
  readonly fields: readonly string[]
}

/** Neighbouring fields of a form that belong to one section, or to none. */
export interface FieldGroup<Field> {
  readonly section: FormSection | undefined
  readonly fields: readonly Field[]
}

/** Divides the fields of a form, in their order, into its sections and the fields outside of sections. */
export function inSections<Field extends { readonly code: string }>(
  fields: readonly Field[],
  sections: readonly FormSection[] = [],
): readonly FieldGroup<Field>[] {
  const groups: { section: FormSection | undefined; fields: Field[] }[] = []
  for (const field of fields) {
    const section = sections.find((each) => each.fields.includes(field.code))
    const last = groups.at(-1)
    if (last && last.section === section) last.fields.push(field)
    else groups.push({ section, fields: [field] })
  }
  return groups
}
