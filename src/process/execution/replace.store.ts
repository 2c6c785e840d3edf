import type { Tx } from '../../foundation/db/database.ts'
import { id as name, sql } from '../../foundation/db/sql.ts'

export interface MovedRows {
  readonly instance: string
  readonly version: { readonly template: string; readonly version: number }
  /** The elements of the rows, by their ids. */
  readonly elements: readonly { readonly id: string; readonly element: string }[]
}

const tables = ['process_wait', 'process_task', 'process_incident', 'process_restore_point'] as const

/** Gives the rows of an instance another version, and their elements in it. */
export async function moveRows(tx: Tx, { instance, version, elements }: MovedRows): Promise<void> {
  for (const table of tables) {
    await tx.rows(sql`
      update ${name(table)} w set template = ${version.template}, version = ${version.version}, element = x.element
      from unnest(${elements.map(({ id }) => id)}::uuid[], ${elements.map(({ element }) => element)}::text[])
        as x(id, element)
      where w.instance = ${instance} and w.id = x.id
        and (w.version, w.template, w.element) is distinct from (${version.version}::int, ${version.template}::uuid, x.element)`)
  }
}
