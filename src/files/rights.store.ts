import type { Reader } from '../db/database.ts'
import { Bound, join, nothing, type Sql, sql } from '../db/sql.ts'
import { idOfPath } from '../kit/ids.ts'
import { type Caller, granted } from '../people/index.ts'

/** Made by the migration; everybody may look into it and put something there, and sees what is theirs. */
export const rootId = idOfPath('files/directory/files')
/** In the place of an application, for what is given in files. */
export const filesSpace = idOfPath('files/space')

export const fileRights = ['view', 'create', 'edit', 'delete', 'access'] as const
export type FileRight = (typeof fileRights)[number]
/** To give a file a new version is part of `edit`, and may also follow from an element. */
export type FileAction = FileRight | 'renew'

/** What a caller may do with files because of the elements that hold them. */
export interface ThroughElements {
  /** `row`: a file. */
  mayFile(row: Sql, action: FileAction): Sql
  /** `row`: the folder of an element. */
  mayFolder(row: Sql): Sql
}

export type Seeing = (caller: Caller) => FileCaller

export interface FileCaller extends Caller {
  readonly through: ThroughElements
}

/** What is in a directory: whoever made that directory, or one above it, or was given it, has a right to all of it. */
function inherited(caller: FileCaller, chain: Sql, right: FileRight): Sql {
  return sql`exists (select from directory a where a.id = any (${chain})
    and ${ownOrGiven(caller, sql`a`, right)})`
}

/** `row`: a directory, as the table has it. */
export function mayDirectory(caller: FileCaller, row: Sql, right: FileRight): Sql {
  if (caller.administrator) return sql`true`
  const open = right === 'view' || right === 'create' ? sql`${row}.id = ${rootId} or` : sql``
  const ofElement =
    right === 'view' ? sql`or (${row}.element is not null and ${caller.through.mayFolder(row)})` : nothing
  return sql`(${open} ${inherited(caller, sql`${row}.parents || ${row}.id`, right)} ${ofElement})`
}

/** `row`: a file with the `chain` of its directories. `ofMany`: files are looked for, so each directory is asked once. */
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
  // Who stands in for somebody in some applications only does not in files.
  const persons = caller.persons.filter(({ applications }) => applications === undefined)
  const users = new Bound([...new Set([caller.userId, ...persons.map(({ userId }) => userId)])])
  // Whoever may do anything with it also sees it.
  const rights = right === 'view' ? fileRights : [right]
  return sql`(${row}.created_by = any (${users}::uuid[]) or ${granted(persons, { space: filesSpace, object: sql`${row}.id`, anyOfRights: rights, ofMany: false })})`
}

/** The rights that the caller has to a file or directory; undefined when there is none, or none for this caller. */
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
