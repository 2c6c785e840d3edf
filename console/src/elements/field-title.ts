import type { Field } from '../fields/field-type.ts'
import type { TextKey, Translate } from '../i18n/index.tsx'

const systemTitles: Readonly<Record<string, TextKey>> = {
  __name: 'elements.name',
  __status: 'elements.status',
  __index: 'elements.number',
  __createdAt: 'elements.created',
  __createdBy: 'elements.createdBy',
  __updatedAt: 'elements.updated',
  __updatedBy: 'elements.updatedBy',
}

/** Returns the title of a field: system fields in the language of the user, others as the application names them. */
export function titleOf({ code, view }: Pick<Field, 'code' | 'view'>, t: Translate): string {
  const key = systemTitles[code]
  return key ? t(key) : view.name
}
