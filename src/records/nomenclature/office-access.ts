import {
  authorize,
  grantsGround,
  type ObjectSet,
  type Protected,
  type Resource,
  type ResourceRights,
  type RightsHolder,
  rowFilterSql,
  rowsFor,
} from '../../access/index.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { idOfPath } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { directoryNotFound, nomenclatureNotAllowed } from '../errors.ts'

export const officeRights = ['view', 'register', 'backdate', 'administer'] as const
/**
 * The rights to an office, which hold for all its sections and cases: see the cases and their journals; register,
 * reserve, correct and annul; register with an earlier date; change the nomenclature and the grants.
 */
export type OfficeRight = (typeof officeRights)[number]

const rightsOfOffices: ResourceRights<OfficeRight> = {
  all: officeRights,
  grantable: officeRights,
  includedIn: {
    view: ['register', 'backdate', 'administer'],
    register: ['backdate', 'administer'],
    backdate: ['administer'],
  },
  granting: 'administer',
  revealing: ['view'],
}

/** Space of the grants for offices. */
export const officeSpace = idOfPath('nomenclature')

/** Returns the offices, or the rows that belong to one: `office` is the column with its id. */
function protectedOffices(office: (row: Sql) => Sql): Protected<OfficeRight> {
  const grants = { space: officeSpace, rights: rightsOfOffices, id: office }
  return {
    space: officeSpace,
    rights: rightsOfOffices,
    grounds: (holder) => [grantsGround(holder, grants)],
  }
}

const officeColumn = (row: Sql): Sql => sql`${row}.office`

/** Returns the SQL that tests whether the caller has a right to the office of a row with the column `office`. */
export function mayOffice(caller: RightsHolder, row: Sql, right: OfficeRight): Sql {
  return rowFilterSql(rowsFor(caller, protectedOffices(officeColumn), right), row)
}

const rows = (scope: (row: Sql) => Sql) => ({
  relation: sql`nomenclature_directory`,
  scope: (row: Sql) => sql`${row}.deleted_at is null and ${row}.kind = 'place' and ${scope(row)}`,
  id: (row: Sql) => sql`${row}.id`,
})

/** Offices as objects with grants. Sections have no grants of their own. */
export const officeResource: Resource<OfficeRight, object> = {
  open(caller: Caller): ObjectSet<OfficeRight> {
    const objects = protectedOffices((row) => sql`${row}.id`)
    const view = authorize(caller, objects).rows('view')
    return {
      ...objects,
      path: 'nomenclature',
      visible: rows((row) => rowFilterSql(view, row)),
      all: rows(() => sql`true`),
    }
  },
  notFound: ({ id }) => directoryNotFound(`office ${id.slice(0, 100)} not found`),
  notAllowed: (right) => lacks(right),
}

export const lacks = (right: OfficeRight): Error =>
  nomenclatureNotAllowed(`you lack the right "${right}" to this office`, { right })
