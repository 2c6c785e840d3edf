import { rowFilterSql } from '../../../access/index.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { type Templates, templateSpace } from '../../definition/index.ts'
import type { TaskTemplates } from './task-access.store.ts'

/** Creates the look-up of the rights to templates for tasks, by the rules of the templates and by grants. */
export function createTaskTemplates({ catalog, access }: Pick<Templates, 'catalog' | 'access'>): TaskTemplates {
  return {
    async may(reader, caller, id, right) {
      const template = catalog.byId(id)
      if (template !== undefined && access.ruled(caller, template, right)) return true
      if (!caller.persons.mayHaveGrants(templateSpace)) return false
      const granted = rowFilterSql(
        access.rows(caller, right, (t) => sql`${t}.id`),
        sql`t`,
      )
      return (await reader.row(sql`select from process_template t where t.id = ${id} and ${granted}`)) !== undefined
    },
    throughElements: (caller) => access.throughElements(caller),
    hidden: (caller) => access.hiddenVariables(caller),
    viewed(caller) {
      if (caller.administrator) return undefined
      return (template) =>
        rowFilterSql(
          access.rows(caller, 'viewAll', () => template),
          template,
        )
    },
  }
}
