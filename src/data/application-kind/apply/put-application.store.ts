import type { Tx } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import type { Stamp } from '../../../solutions/index.ts'
import type { ApplicationDefinition } from '../../applications/definition.ts'

export interface NewApplication {
  readonly id: string
  readonly solution: string
  readonly definition: ApplicationDefinition
  readonly version: number
}

/** Creates or updates an application, or restores it after a removal. */
export async function putApplication(tx: Tx, application: NewApplication, { by, at }: Stamp): Promise<void> {
  const { id, solution, definition, version } = application
  await tx.rows(sql`
    insert into application (id, namespace, code, solution, definition, version, created_at, created_by, updated_at, updated_by)
    values (${id}, ${definition.namespace}, ${definition.code}, ${solution}, ${JSON.stringify(definition)}::jsonb, ${version},
      ${at}, ${by}, ${at}, ${by})
    on conflict (id) do update set solution = excluded.solution, definition = excluded.definition,
      version = excluded.version, updated_at = excluded.updated_at, updated_by = excluded.updated_by, deleted_at = null`)
}

/** Marks an application as removed. Its elements are kept. */
export async function removeApplication(tx: Tx, id: string, { by, at }: Stamp): Promise<void> {
  await tx.rows(sql`update application set deleted_at = ${at}, updated_at = ${at}, updated_by = ${by},
    version = version + 1 where id = ${id}`)
}
