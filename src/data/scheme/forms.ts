import type { Field } from '../../query/fields/index.ts'

export interface Form {
  readonly fields: readonly FormField[]
}

export interface FormField {
  readonly code: string
  /** The title of the field. */
  readonly display: string
  readonly required: boolean
  readonly readonly: boolean
}

export type Forms = Readonly<Record<'create' | 'view' | 'edit' | 'detail' | 'tile', Form>>

const stamps = ['__createdAt', '__createdBy', '__updatedAt', '__updatedBy']

/**
 * Returns the forms of an application. Definitions cannot describe forms yet, so the forms show the fields in their
 * order. A name that is made from a template is not part of the input forms.
 */
export function formsOf(fields: readonly Field[], isNameMade: boolean, mayWrite: (code: string) => boolean): Forms {
  const own = fields.filter(({ code }) => !code.startsWith('__'))
  const system = (codes: readonly string[]): Field[] => fields.filter(({ code }) => codes.includes(code))
  const input = form([...(isNameMade ? [] : system(['__name'])), ...own], (code) => !mayWrite(code))
  const shown = form([...system(['__name', '__status']), ...own, ...system(stamps)], () => true)
  return {
    create: input,
    view: shown,
    edit: input,
    detail: shown,
    tile: form(system(['__name', '__status']), () => true),
  }
}

function form(fields: readonly Field[], isReadonly: (code: string) => boolean): Form {
  return {
    fields: fields.map(({ code, name, required }) => ({ code, display: name, required, readonly: isReadonly(code) })),
  }
}
