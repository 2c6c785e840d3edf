import { didYouMean } from '../../../foundation/kit/nearest.ts'
import type { Field } from '../../../values/index.ts'
import {
  type FormEntry,
  type FormsSection,
  type PlacedField,
  type SectionedForm,
  sectionedForms,
} from '../../applications/forms-section.ts'

type Path = readonly (string | number)[]
type Refuse = (path: Path, message: string) => void
type Fields = ReadonlyMap<string, Field>

/** A field at its place in a form. */
interface Placed {
  readonly path: Path
  readonly code: string
  readonly readonly?: boolean | undefined
  readonly required?: boolean | undefined
}

/** Reports the mistakes in the section `forms` of an application file, each at its place. */
export function refuseForms(forms: FormsSection, fields: Fields, refuse: Refuse): void {
  for (const form of sectionedForms) {
    const entries = forms[form]
    if (entries === undefined) continue
    const placed = placedFields(entries, refuse, [form])
    refuseFields(placed, fields, refuse)
    refuseMarks(form, placed, refuse)
    if (form === 'create') refuseMissing(placed, fields, refuse)
  }
  refuseFields(
    (forms.tile ?? []).map((code, index) => ({ path: ['tile', index], code })),
    fields,
    refuse,
  )
}

function placedFields(entries: readonly FormEntry[], refuse: Refuse, path: Path): Placed[] {
  return entries.flatMap((entry, index): Placed[] => {
    const at = [...path, index]
    if (typeof entry === 'string') return [placedField(entry, at)]
    const { section, fields, field, readonly, required } = entry
    const isSection = section !== undefined && fields !== undefined
    const isField = field !== undefined
    if (isSection === isField || (section === undefined) !== (fields === undefined)) {
      refuse(at, 'must be a field, such as { field: … }, or a section, such as { section: …, fields: [ … ] }')
      return []
    }
    if (isField) return [placedField({ ...entry, field }, at)]
    if (readonly !== undefined || required !== undefined)
      refuse(at, 'only fields are readonly or required; mark them one by one')
    return fields!.map((each, position) => placedField(each, [...at, 'fields', position]))
  })
}

function placedField(entry: PlacedField, path: Path): Placed {
  if (typeof entry === 'string') return { path, code: entry }
  return { path, code: entry.field, readonly: entry.readonly, required: entry.required }
}

function refuseFields(placed: readonly Placed[], fields: Fields, refuse: Refuse): void {
  const seen = new Set<string>()
  for (const { path, code } of placed) {
    if (code.startsWith('__')) refuse(path, `"${code}" is a system field; forms place the fields of the application`)
    else if (!fields.has(code)) refuse(path, `there is no field "${code}"${didYouMean(code, fields.keys())}`)
    else if (seen.has(code)) refuse(path, `the form shows "${code}" twice`)
    seen.add(code)
  }
}

function refuseMarks(form: SectionedForm, placed: readonly Placed[], refuse: Refuse): void {
  for (const { path, code, readonly, required } of placed) {
    if (form === 'view' && (readonly || required))
      refuse(path, `the view form only shows fields, so "${code}" cannot be marked there`)
    else if (readonly && required) refuse(path, `"${code}" is read-only in the form, so the form cannot require it`)
  }
}

/**
 * Reports required fields without a default that the create form leaves out or only shows. With such a form, nobody
 * could create an element.
 */
function refuseMissing(placed: readonly Placed[], fields: Fields, refuse: Refuse): void {
  const found = new Map(placed.map((one) => [one.code, one]))
  for (const { code, required, defaultValue } of fields.values()) {
    const one = found.get(code)
    if (!required || defaultValue !== null || (one !== undefined && !one.readonly)) continue
    const how = one === undefined ? 'leaves out' : 'only shows'
    refuse(
      one?.path ?? ['create'],
      `the create form ${how} "${code}", which is required and has no default; nobody could create an element with it`,
    )
  }
}
