import type { Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { idOfPath, nilId } from '../../foundation/kit/ids.ts'

/** The id of the directory that contains the folders of all applications; created by the migration. */
const elementsId = idOfPath('files/directory/elements')

/** The element whose files a folder holds, and the names of the folder and its parent. */
export interface ElementAddress {
  readonly app: string
  readonly element: string
  /** The path `namespace.code` of the application. */
  readonly path: string
}

/**
 * Creates the folder of an element unless it exists and returns its id. The id is derived from the ids of the
 * application and the element, so concurrent calls create the same folder.
 */
export async function elementFolder(tx: Tx, { app, element, path }: ElementAddress, now: Date): Promise<string> {
  const above = idOfPath(`files/directory/${app}`)
  const id = idOfPath(`files/directory/${app}/${element}`)
  // The creator is the nil user, because a user who creates a directory has all rights to everything in it.
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
