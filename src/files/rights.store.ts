import {
  type Ground,
  grantsGround,
  type Holder,
  inheritedGround,
  ownerGround,
  type Protected,
  type ResourceRights,
  type RowFilter,
  rowFilterSql,
  rowsFor,
  separateReasons,
} from '../access/index.ts'
import { type Sql, sql } from '../foundation/db/sql.ts'
import { idOfPath } from '../foundation/kit/ids.ts'
import type { Caller } from '../people/index.ts'

/**
 * The root directory `files`, created by the migration. Every user may view it and create files and directories in
 * it, but sees only the files and directories that other rules or grants allow.
 */
export const rootId = idOfPath('files/directory/files')
/** The space of the grants for files and directories. Grants for elements have the id of an application instead. */
export const filesSpace = idOfPath('files/space')

const grantable = ['view', 'create', 'edit', 'delete', 'access'] as const
export type FileRight = (typeof grantable)[number]
/** An action on a file. `renew` adds a version: it is part of `edit` and may also be allowed through an element. */
export type FileAction = FileRight | 'renew'

/**
 * The rights to files and directories. Each right that can be granted for an object includes the right to view it.
 */
export const fileRights: ResourceRights<FileAction> & { readonly grantable: readonly FileRight[] } = {
  all: [...grantable, 'renew'],
  grantable,
  includedIn: { view: ['create', 'edit', 'delete', 'access'], renew: ['edit'] },
  granting: 'access',
  revealing: ['view'],
}

/** Conditions for the access that a caller has to files through the elements that hold these files. */
export interface ThroughElements {
  /** Returns the condition for an action on the file `row`. */
  mayFile(row: Sql, action: FileAction): Sql
  /** Returns the condition for viewing the directory `row`, which is the folder of an element. */
  mayFolder(row: Sql): Sql
}

/** The default until the room `data` sets how elements give access to files: no access. */
export const noElements: ThroughElements = { mayFile: () => sql`false`, mayFolder: () => sql`false` }

export type Seeing = (caller: Caller) => FileCaller

export interface FileCaller extends Caller {
  readonly through: ThroughElements
}

/** Creates the grounds that belong to the object itself: its creator, and the grants for it. */
function ownGrounds(holder: Holder): Ground<FileAction>[] {
  return [
    ownerGround(holder, (row) => sql`${row}.created_by`),
    grantsGround(holder, { space: filesSpace, rights: fileRights }),
  ]
}

const allDirectories = { relation: sql`directory`, scope: () => sql`true`, id: (row: Sql) => sql`${row}.id` }

/** Returns the directories, with the grounds that give rights to them. */
export function protectedDirectories({ through }: Pick<FileCaller, 'through'>): Protected<FileAction> {
  return {
    space: filesSpace,
    rights: fileRights,
    grounds: (holder) => [
      ruleGround('everyone may view the root directory and create in it', (right) =>
        right === 'view' || right === 'create' ? condition((row) => sql`${row}.id = ${rootId}`) : false,
      ),
      inheritedGround({
        rows: allDirectories,
        chain: (row) => sql`${row}.parents || ${row}.id`,
        grounds: ownGrounds(holder),
      }),
      ruleGround('users who may view an element may view its folder', (right) =>
        right === 'view' ? condition((row) => sql`${row}.element is not null and ${through.mayFolder(row)}`) : false,
      ),
    ],
  }
}

/** Returns the files, with the grounds that give rights to them. The rows have the `chain` of their directories. */
export function protectedFiles({ through }: Pick<FileCaller, 'through'>): Protected<FileAction> {
  return {
    space: filesSpace,
    rights: fileRights,
    grounds(holder) {
      const own = ownGrounds(holder)
      const inherited = inheritedGround({
        rows: allDirectories,
        chain: (row) => sql`${row}.chain`,
        grounds: own,
        // Lists check each directory once instead of once per file.
        search: (row, covers) => sql`${row}.directory in (select d.id from directory d where exists (
          select from unnest(d.parents || d.id) c (id) where c.id in (select a.id from directory a where ${covers(sql`a`)})))`,
      })
      const throughElements = ruleGround('an element that holds the file gives the right', (right) =>
        condition((row) => through.mayFile(row, right)),
      )
      return [...own, inherited, throughElements]
    },
  }
}

const condition =
  (sqlOf: (row: Sql) => Sql): RowFilter =>
  (row) => ({ sql: sqlOf(row), looksElsewhere: true })

/** Creates the ground of a rule that is built into files and directories. */
function ruleGround(sentence: string, rows: (right: FileAction) => RowFilter): Ground<FileAction> {
  return {
    rows,
    explain: (context) =>
      separateReasons(context, [{ reason: { by: 'rule', from: 'definition', sentence }, rows: rows(context.right) }]),
  }
}

/** Returns the condition for a right to the directory `row`, a row of the table `directory`. */
export function mayDirectory(caller: FileCaller, row: Sql, right: FileRight): Sql {
  return rowFilterSql(rowsFor(caller, protectedDirectories(caller), right), row)
}

/**
 * Returns the condition for an action on the file `row`, which has the `chain` of its directories. With `ofMany`,
 * returns the condition for lists, which checks each directory once instead of once per file.
 */
export function mayFile(caller: FileCaller, row: Sql, action: FileAction, ofMany = false): Sql {
  return rowFilterSql(rowsFor(caller, protectedFiles(caller), action), row, ofMany)
}
