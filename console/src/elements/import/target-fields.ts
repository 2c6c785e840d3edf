import type { Translate } from '../../i18n/index.tsx'
import type { Application } from '../application.ts'
import { titleOf } from '../field-title.ts'

/**
 * Returns the fields that are offered for a column: those that people can enter in the form of a new element, the status
 * and the ids. `suggested` has further codes from a preview.
 */
export function targetFields(
  { fields, forms, statuses }: Application,
  suggested: readonly (string | null)[],
  t: Translate,
): readonly { value: string; label: string }[] {
  const special: Readonly<Record<string, string>> = {
    __status: t('elements.status'),
    __externalId: t('imports.externalId'),
    __id: t('imports.id'),
    __directory: t('fields.directory'),
  }
  const writable = forms.create.fields.filter((field) => !field.readonly).map(({ code }) => code)
  const offered = [...writable, ...(statuses.length > 0 ? ['__status'] : []), '__externalId', '__id']
  const codes = new Set([...offered, ...suggested.filter((code) => code !== null)])
  return [...codes].map((code) => {
    const field = fields.find((each) => each.code === code)
    return { value: code, label: special[code] ?? (field ? titleOf(field, t) : code) }
  })
}
