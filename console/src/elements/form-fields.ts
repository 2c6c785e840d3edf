import type { Field } from '../fields/field-type.ts'
import { isEmpty } from '../fields/is-empty.ts'
import type { FormField } from '../fields/use-form.ts'
import type { Translate } from '../i18n/index.tsx'
import type { Application, Element } from './application.ts'
import { titleOf } from './field-title.ts'

/**
 * Returns the fields of the form with which elements are created or edited. `readOnly` lists the codes of further
 * fields that cannot be written. A new element needs a name, because lists and links show the name.
 * The form that edits `element` also has the required fields that the element lacks: the server refuses the change
 * without them.
 */
export function formFields(
  { forms, fields }: Application,
  kind: 'create' | 'edit',
  readOnly: readonly string[],
  t: Translate,
  element?: Element,
): readonly FormField[] {
  const isLacking = ({ code, required }: Field): boolean =>
    element !== undefined && required && !code.startsWith('__') && isEmpty(element[code]) && !readOnly.includes(code)
  const shown = forms[kind].fields.flatMap(({ code, required, readonly: isReadOnly }) => {
    const field = fields.find((each) => each.code === code)
    if (!field) return []
    return [
      {
        ...field,
        label: titleOf(field, t),
        isRequired: required || isLacking(field) || (kind === 'create' && code === '__name'),
        isReadOnly: (isReadOnly && !isLacking(field)) || readOnly.includes(code),
      },
    ]
  })
  const others = fields.filter((field) => isLacking(field) && !shown.some(({ code }) => code === field.code))
  return [
    ...shown,
    ...others.map((field) => ({ ...field, label: titleOf(field, t), isRequired: true, isReadOnly: false })),
  ]
}
