import type { Authority } from '../../../access/index.ts'
import type { Application } from '../../applications/application.ts'

/**
 * Returns the application without the fields that do not exist for the caller, and without the unique keys that contain
 * such a field.
 */
export function visibleOf(application: Application, authority: Authority): Application {
  const fields = [...application.fields].filter(([code]) => authority.field(code, 'read') !== false)
  if (fields.length === application.fields.size) return application
  const visible = new Map(fields)
  return {
    ...application,
    fields: visible,
    uniqueKeys: application.uniqueKeys.filter((codes) => codes.every((code) => visible.has(code))),
  }
}
