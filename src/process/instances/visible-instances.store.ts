import type { RightsHolder } from '../../access/index.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { InstanceTemplates } from './instance-templates.ts'
import { takesPart } from './participants.store.ts'

/**
 * Returns the test for the instances that a caller sees: those of templates that the caller may view, and those that
 * the caller takes part in.
 */
export function visibleInstances(
  templates: Pick<InstanceTemplates, 'covered'>,
  caller: RightsHolder,
): (row: Sql, ofMany: boolean) => Sql {
  const viewed = templates.covered(caller, 'view')
  if (viewed === undefined) return () => sql`true`
  const participates = takesPart(caller)
  return (row, ofMany) => sql`(${viewed(sql`${row}.template`)} or ${participates(row, ofMany)})`
}
