import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { idOfPath, nilId } from '../../kit/ids.ts'

/** Made by the migration: above the folders of all applications. */
const elementsId = idOfPath('files/directory/elements')

/** Where the files of an element lie, and what above it is called. */
export interface ElementAddress {
  readonly app: string
  readonly element: string
  /** `namespace.code` of the application. */
  readonly path: string
}

/** Its id follows from the element's, so two who make it at once make the same. */
export async function elementFolder(tx: Tx, { app, element, path }: ElementAddress, now: Date): Promise<string> {
  const above = idOfPath(`files/directory/${app}`)
  const id = idOfPath(`files/directory/${app}/${element}`)
  // Made by nobody: whoever made a directory would have every right to all that is put into it.
  await tx.rows(sql`
    insert into directory (id, parent, parents, name, name_key, is_system, app, element,
      created_at, created_by, updated_at, updated_by)
    select d.*, ${now}, ${nilId}::uuid, ${now}, ${nilId}::uuid
    from (values
      (${above}::uuid, ${elementsId}::uuid, array[${elementsId}::uuid], ${path}, ${path}, true, null, null),
      (${id}::uuid, ${above}::uuid, array[${above}::uuid, ${elementsId}::uuid], ${element}, ${element}, true,
        ${app}::uuid, ${element}::uuid)
    ) d
    on conflict do nothing`)
  return id
}
