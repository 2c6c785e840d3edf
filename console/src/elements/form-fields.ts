import type { FormField } from '../fields/use-form.ts'
import type { Translate } from '../i18n/index.tsx'
import type { Application } from './application.ts'
import { titleOf } from './field-title.ts'

/**
 * Returns the fields of the form with which elements are created or edited. `readOnly` lists the codes of further
 * fields that cannot be written. A new element needs a name, because lists and links show the name.
 */
export function formFields(
  { forms, fields }: Application,
  kind: 'create' | 'edit',
  readOnly: readonly string[],
  t: Translate,
): readonly FormField[] {
  return forms[kind].fields.flatMap(({ code, required, readonly: isReadOnly }) => {
    const field = fields.find((each) => each.code === code)
    if (!field) return []
    return [
      {
        ...field,
        label: titleOf(field, t),
        isRequired: required || (kind === 'create' && code === '__name'),
        isReadOnly: isReadOnly || readOnly.includes(code),
      },
    ]
  })
}
