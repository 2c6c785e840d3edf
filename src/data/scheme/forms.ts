import type { Field } from '../../values/index.ts'
import { type FormPart, formParts } from '../applications/form-parts.ts'
import { type FormsSection, type SectionedForm, sectionedForms } from '../applications/forms-section.ts'

interface Form {
  readonly fields: readonly FormField[]
}

interface FormField {
  readonly code: string
  /** The title of the field. */
  readonly display: string
  readonly required: boolean
  readonly readonly: boolean
}

export type Forms = Readonly<Record<'create' | 'view' | 'edit' | 'detail' | 'tile', Form>>

/** The sections of each form, in their order, with the codes of their fields. */
export type FormSections = Readonly<Record<SectionedForm, readonly FormSectionView[]>>

interface FormSectionView {
  readonly name: string
  readonly fields: readonly string[]
}

/** The fields that exist for the caller, and how the definition arranges them. */
interface Arranged {
  readonly fields: readonly Field[]
  readonly forms: FormsSection | undefined
  /** Whether names are made from a template, so that they are not part of the input forms. */
  readonly isNameMade: boolean
  readonly mayWrite: (code: string) => boolean
}

const stamps = ['__createdAt', '__createdBy', '__updatedAt', '__updatedBy']

/**
 * Returns the forms of an application. System fields keep their places around the fields of the definition: name and
 * status come first, the stamps last.
 */
export function formsOf({ fields, forms, isNameMade, mayWrite }: Arranged): Forms {
  const system = (codes: readonly string[]): Field[] => fields.filter(({ code }) => codes.includes(code))
  const own = new Map(fields.filter(isOwn).map((field) => [field.code, field]))
  const parts = (form: SectionedForm) => formParts(forms, form, [...own.keys()]).flatMap((part) => part.fields)
  const shown = (list: readonly Field[]): Form => ({ fields: list.map((field) => formField(field, true)) })
  const existing = (codes: readonly string[]): Field[] => codes.flatMap((code) => own.get(code) ?? [])
  const input = (form: 'create' | 'edit'): Form => ({
    fields: [
      ...(isNameMade ? [] : system(['__name'])).map((field) => formField(field, !mayWrite(field.code))),
      ...parts(form).flatMap(({ code, readonly, required }) => {
        const field = own.get(code)
        return field ? [formField(field, readonly || !mayWrite(code), required)] : []
      }),
    ],
  })
  const viewed = existing(parts('view').map(({ code }) => code))
  const view = shown([...system(['__name', '__status']), ...viewed, ...system(stamps)])
  return {
    create: input('create'),
    view,
    edit: input('edit'),
    detail: view,
    tile: shown([...system(['__name', '__status']), ...existing(forms?.tile ?? [])]),
  }
}

/** Returns the sections of the forms. A section is left out when none of its fields exists for the caller. */
export function formSections({ fields, forms }: Pick<Arranged, 'fields' | 'forms'>): FormSections {
  const codes = fields.filter(isOwn).map(({ code }) => code)
  const view = ({ section, fields: placed }: FormPart): FormSectionView[] => {
    const existing = placed.map(({ code }) => code).filter((code) => codes.includes(code))
    return section === undefined || existing.length === 0 ? [] : [{ name: section, fields: existing }]
  }
  const [create, edit, shown] = sectionedForms.map((form) => formParts(forms, form, codes).flatMap(view))
  return { create: create!, edit: edit!, view: shown! }
}

const isOwn = ({ code }: Field): boolean => !code.startsWith('__')

function formField({ code, name, required }: Field, readonly: boolean, isAsked = false): FormField {
  return { code, display: name, required: required || (isAsked && !readonly), readonly }
}
