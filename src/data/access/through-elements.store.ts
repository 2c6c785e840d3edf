import { type FieldRight, type Right, type RowFilter, rowFilterSql } from '../../access/index.ts'
import type { FileAction, ThroughElements } from '../../files/index.ts'
import { join, type Sql, sql } from '../../foundation/db/sql.ts'
import type { Caller } from '../../people/index.ts'
import type { KnownApplications, OpenApplication, OpenedApplication } from '../elements/source/opened-application.ts'

/**
 * Creates the function that returns the access to files that a caller has through elements. Users may read a file
 * when they may view an element that refers to the file, and read the field that holds the reference. Users who may
 * view an element may also read the files of records about the element, and see the directory of the element. Users
 * who may edit the element and write the field may add a version to the file, but only when the file lies in the
 * element's own directory, because other files were only shared with the element. Only applications with a field that
 * can hold files give access.
 */
export function throughElements(known: KnownApplications, open: OpenApplication): (caller: Caller) => ThroughElements {
  return (caller) => {
    let kept: OpenedApplication[] | undefined
    const opened = (): OpenedApplication[] => {
      kept ??= known(caller).flatMap((one) => (one.filePlaces.length === 0 ? [] : open(caller, one)))
      return kept
    }
    return {
      mayFile(row, right) {
        const rights = rightsFor(right)
        const allowed = rights === undefined ? [] : opened().flatMap((one) => inApplication(one, rights))
        if (allowed.length === 0) return sql`false`
        // The alias `own` keeps the directory apart from `row`, whose alias the calling code chooses.
        const own = sql`and exists (select from directory own where own.id = ${row}.directory and own.element = holder.id)`
        return sql`exists (select from file_use used join element holder on holder.app = used.app and holder.id = used.element
          where used.file = ${row}.id and (${anyOf(allowed)}) ${right === 'renew' ? own : sql``})`
      },
      mayFolder(row) {
        const allowed = opened().flatMap(({ application, authority }) => ruled(application.id, authority.rows('view')))
        if (allowed.length === 0) return sql`false`
        return sql`exists (select from element holder where holder.app = ${row}.app and holder.id = ${row}.element and (${anyOf(allowed)}))`
      },
    }
  }
}

interface Rights {
  readonly rows: readonly Right[]
  readonly fields: readonly FieldRight[]
  /** Whether the rights cover files of records about the element, such as answers to sheets, which no field holds. */
  readonly ofRecords: boolean
}

function rightsFor(right: FileAction): Rights | undefined {
  if (right === 'view') return { rows: ['view'], fields: ['read'], ofRecords: true }
  if (right === 'renew') return { rows: ['view', 'edit'], fields: ['read', 'write'], ofRecords: false }
  return undefined
}

/**
 * Returns a list with the SQL condition under which the element `holder` gives the rights to a file through the file
 * use `used`; an empty list when no element of the application gives the rights.
 */
function inApplication({ application, authority }: OpenedApplication, rights: Rights): Sql[] {
  const places = new Map(application.filePlaces.map(({ code, field }) => [code, field]))
  const fields = [...places].flatMap(([code, field]) => {
    const rules = rights.fields.map((right) => authority.field(field, right))
    return rules.includes(false) ? [] : [sql`(used.field = ${code} and ${allOf(rules)})`]
  })
  if (rights.ofRecords) fields.push(sql`used.field like '\\_\\_%'`)
  const rows = rights.rows.map((right) => authority.rows(right))
  if (fields.length === 0 || rows.includes(false)) return []
  return [sql`(holder.app = ${application.id} and ${allOf(rows)} and (${anyOf(fields)}))`]
}

function ruled(app: string, rule: RowFilter): Sql[] {
  return rule === false ? [] : [sql`(holder.app = ${app} and ${rowFilterSql(rule, sql`holder`)})`]
}

const allOf = (rules: readonly RowFilter[]): Sql =>
  join(
    rules.map((rule) => rowFilterSql(rule, sql`holder`)),
    sql` and `,
  )
const anyOf = (allowed: readonly Sql[]): Sql => join(allowed, sql` or `)
