import type { Reader } from '../foundation/db/database.ts'
import { Bound, join, nothing, type Sql, sql } from '../foundation/db/sql.ts'
import { idOfPath } from '../foundation/kit/ids.ts'
import { type Caller, granted } from '../people/index.ts'

/**
 * The root directory `files`, created by the migration. Every user may view it and create files in it, but sees only
 * files that other rules or grants allow.
 */
export const rootId = idOfPath('files/directory/files')
/** The id that grants for files and directories carry in place of an application. */
export const filesSpace = idOfPath('files/space')

export const fileRights = ['view', 'create', 'edit', 'delete', 'access'] as const
export type FileRight = (typeof fileRights)[number]
/** An action on a file. `renew` adds a version: it is part of `edit` and may also be allowed through an element. */
export type FileAction = FileRight | 'renew'

/** Conditions for the access that a caller has to files through the elements that hold these files. */
export interface ThroughElements {
  /** Returns the condition for an action on the file `row`. */
  mayFile(row: Sql, action: FileAction): Sql
  /** Returns the condition for viewing the directory `row`, which is the folder of an element. */
  mayFolder(row: Sql): Sql
}

/** The default until a module sets how elements give access to files: no access. */
export const noElements: ThroughElements = { mayFile: () => sql`false`, mayFolder: () => sql`false` }

export type Seeing = (caller: Caller) => FileCaller

export interface FileCaller extends Caller {
  readonly through: ThroughElements
}

/**
 * Returns a condition: the caller created one of the directories in `chain` or has a grant for it. Such a right covers
 * everything below the directory.
 */
function inherited(caller: FileCaller, chain: Sql, right: FileRight): Sql {
  return sql`exists (select from directory a where a.id = any (${chain})
    and ${ownOrGiven(caller, sql`a`, right)})`
}

/** Returns the condition for a right to the directory `row`, a row of the table `directory`. */
export function mayDirectory(caller: FileCaller, row: Sql, right: FileRight): Sql {
  if (caller.administrator) return sql`true`
  const open = right === 'view' || right === 'create' ? sql`${row}.id = ${rootId} or` : sql``
  const ofElement =
    right === 'view' ? sql`or (${row}.element is not null and ${caller.through.mayFolder(row)})` : nothing
  return sql`(${open} ${inherited(caller, sql`${row}.parents || ${row}.id`, right)} ${ofElement})`
}

/**
 * Returns the condition for an action on the file `row`, which has the `chain` of its directories. With `ofMany`, the
 * condition for lists: it checks each directory once instead of once per file.
 */
export function mayFile(caller: FileCaller, row: Sql, action: FileAction, ofMany = false): Sql {
  if (caller.administrator) return sql`true`
  const right = action === 'renew' ? 'edit' : action
  const around = ofMany
    ? sql`${row}.directory in (select d.id from directory d where exists (
        select from unnest(d.parents || d.id) c (id)
        where c.id in (select a.id from directory a where ${ownOrGiven(caller, sql`a`, right)})))`
    : inherited(caller, sql`${row}.chain`, right)
  return sql`(${ownOrGiven(caller, row, right)} or ${around} or ${caller.through.mayFile(row, action)})`
}

function ownOrGiven(caller: Caller, row: Sql, right: FileRight): Sql {
  // A substitution that is limited to some applications does not give access to files.
  const persons = caller.persons.filter(({ applications }) => applications === undefined)
  const users = new Bound([...new Set([caller.userId, ...persons.map(({ userId }) => userId)])])
  // Any right to an object includes the right to view it.
  const rights = right === 'view' ? fileRights : [right]
  return sql`(${row}.created_by = any (${users}::uuid[]) or ${granted(persons, { space: filesSpace, object: sql`${row}.id`, anyOfRights: rights, ofMany: false })})`
}

/**
 * Returns the caller's rights to a file or directory; undefined when it does not exist or is not visible to the caller.
 */
export async function rightsTo(reader: Reader, caller: FileCaller, id: string): Promise<FileRight[] | undefined> {
  const [d, f] = [sql`d`, sql`f`]
  const all = (may: (right: FileRight) => Sql): Sql => join(fileRights.map(may))
  const found = await reader.row<{ held: boolean[] }>(sql`
    select array[${all((right) => mayDirectory(caller, d, right))}] as held
    from directory d where d.id = ${id} and d.deleted_at is null
    union all
    select array[${all((right) => mayFile(caller, f, right))}]
    from (select f.*, d.parents || d.id as chain from file f join directory d on d.id = f.directory) f
    where f.id = ${id} and f.deleted_at is null`)
  const held = fileRights.filter((_right, place) => found?.held[place])
  return held.includes('view') ? held : undefined
}
