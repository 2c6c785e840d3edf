import { id, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Application } from '../application.ts'
import { viewName } from '../views/view-name.ts'

/** The schema of the field tables. */
export const fieldSchema = 'fields'

/** Returns the name of the field table of an application, in its schema. Removed applications keep their tables. */
export function fieldTableName(application: Pick<Application, 'id' | 'namespace' | 'code'>): string {
  return `${viewName(application).slice(0, 54)}_${application.id.slice(0, 8)}`
}

/** Returns the SQL of the field table of an application. */
export function fieldTable(application: Pick<Application, 'id' | 'namespace' | 'code'>): Sql {
  return sql`${id(fieldSchema)}.${id(fieldTableName(application))}`
}
