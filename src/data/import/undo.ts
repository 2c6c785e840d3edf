import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import { isUniqueViolation } from '../../foundation/db/failures.ts'
import type { Caller } from '../../people/index.ts'
import type { Application } from '../applications/application.ts'
import { originOf } from '../elements/actions/action.ts'
import {
  changeElements,
  revisionsAfter,
  type SetChange,
  type WantedChange,
} from '../elements/write/change-elements.store.ts'
import { alreadyRunning, notUndoable } from './errors.ts'
import type { ImportDeps } from './import-deps.ts'
import type { Import, KeptElement } from './imports.store.ts'
import {
  type ChangesOfRevision,
  changesOf,
  claimUndo,
  finishUndo,
  recordUndo,
  type Touched,
  touchedAfter,
} from './undo.store.ts'

export interface Undone {
  /**
   * The number of elements that were restored to their state before the import, or deleted when the import had created
   * them.
   */
  readonly undone: number
  /** The elements that were left unchanged, each with the reason; at most about 1,000. */
  readonly kept: readonly KeptElement[]
}

type UndoDeps = Pick<ImportDeps, 'database' | 'clock' | 'open' | 'batchRows' | 'events'>

const changedSince = 'it was changed after the import'
const notAnyMore = `${changedSince}, or you may no longer change it`

/**
 * Undoes an import in batches. A further call continues an interrupted undo. Throws `import.not_undoable` when the
 * import was a dry run, has not ended, was already undone, or another request takes over the undo, and
 * `import.already_running` while another import of the application runs.
 */
export async function undoImport(deps: UndoDeps, caller: Caller, imported: Import): Promise<Undone> {
  const { database } = deps
  let current = await claim(database, caller, imported)
  for (;;) {
    const touched = await touchedAfter(database.reader, current, deps.batchRows)
    if (touched.length === 0) break
    for (let rest: readonly Touched[] = touched; rest.length > 0; ) {
      const done = await undoSome(deps, caller, current, rest)
      current = { ...current, undoReached: done.at(-1)!.id }
      rest = rest.slice(done.length)
    }
  }
  return database.transaction(async (tx) => {
    const ended = await finishUndo(tx, current)
    if (ended === undefined) throw takenOver()
    const { undone, kept } = ended
    const after = { state: 'undone', undone, kept: kept.length }
    await recordAudit(tx, caller, { object: `import:${imported.id}`, before: { state: 'undoing' }, after })
    return { undone, kept }
  })
}

async function claim(database: Database, caller: Caller, imported: Import): Promise<Import> {
  if (imported.settings.dryRun) throw notUndoable('a dry run wrote nothing, so there is nothing to undo')
  try {
    const claimed = await database.transaction(async (tx) => {
      const before = { state: imported.state }
      const claimed = await claimUndo(tx, imported)
      if (claimed !== undefined)
        await recordAudit(tx, caller, { object: `import:${imported.id}`, before, after: { state: claimed.state } })
      return claimed
    })
    if (claimed !== undefined) return claimed
  } catch (error) {
    if (!isUniqueViolation(error, 'import_active')) throw error
    throw alreadyRunning('another import of this application is running; wait until it ends')
  }
  const undone = imported.state === 'undone'
  throw notUndoable(undone ? 'this import has already been undone' : 'this import has not ended yet')
}

/**
 * Undoes as many elements as possible in one transaction, at least the first. Returns the processed elements, including
 * those that were left unchanged.
 */
async function undoSome(
  deps: UndoDeps,
  caller: Caller,
  imported: Import,
  touched: readonly Touched[],
): Promise<readonly Touched[]> {
  const { database, clock, open, events } = deps
  const { application, source, authority } = open(caller, imported)
  const edit = authority.rows('edit')
  const origin = { ...originOf(caller, clock), isPublished: imported.settings.withEventHandlers }
  const before = Map.groupBy(
    await changesOf(database.reader, application.id, touched.filter(isUpdated)),
    ({ id }) => id,
  )
  const isWritable = ({ change }: WantedChange): boolean =>
    Object.keys(change.body ?? {}).every((code) => authority.field(code, 'write') === true)
  const all = touched.filter(isUnbroken).map(({ id, revs, wasCreated }): WantedChange => {
    const change = wasCreated ? { deletedAt: origin.at } : restoring(application, before.get(id) ?? [])
    return { id, rev: revs.at(-1)!, change }
  })
  const wanted = all.filter(isWritable)
  const reason = edit === true && wanted.length === all.length ? changedSince : notAnyMore
  try {
    await database.transaction(async (tx) => {
      const changed = await changeElements(tx, { source, application, origin, may: edit }, wanted)
      const kept = touched.filter(({ id }) => !changed.has(id)).map(({ id, row }) => ({ id, row, reason }))
      if (!(await recordUndo(tx, imported, { reached: touched.at(-1)!.id, undone: changed.size, kept })))
        throw takenOver()
      const undone = wanted.filter(({ id }) => changed.has(id))
      await events.written(tx, revisionsAfter(application, undone))
    })
    return touched
  } catch (error) {
    if (!isUniqueViolation(error, 'element_key_pkey')) throw error
  }
  const [first] = touched as [Touched]
  if (touched.length > 1) {
    return undoSome(deps, caller, imported, touched.slice(0, Math.ceil(touched.length / 2)))
  }
  const kept = { id: first.id, row: first.row, reason: 'another element has taken its value in a unique field' }
  if (!(await recordUndo(database.single, imported, { reached: first.id, undone: 0, kept: [kept] }))) throw takenOver()
  return touched
}

const isUpdated = ({ wasCreated }: Touched): boolean => !wasCreated

/** Returns whether no other writer changed the element between the import rows that wrote it. */
function isUnbroken({ revs }: Touched): boolean {
  return BigInt(revs.at(-1)!) - BigInt(revs[0]!) === BigInt(revs.length - 1)
}

/** Returns the change that restores the values from before the oldest of `revisions`, which are newest first. */
function restoring(application: Application, revisions: readonly ChangesOfRevision[]): SetChange {
  const before: Record<string, unknown> = {}
  for (const { changes } of revisions) for (const [code, [value]] of Object.entries(changes)) before[code] = value
  const { __name, __externalId, __directory, __status, ...own } = before
  const body = Object.fromEntries(Object.entries(own).filter(([code]) => application.fields.has(code)))
  return {
    ...(Object.keys(body).length > 0 && { body }),
    ...(__name !== undefined && application.nameTemplate === undefined && { name: __name as string | null }),
    ...(__externalId !== undefined && { externalId: __externalId as string | null }),
    ...(__directory !== undefined && { directory: __directory as string | null }),
    ...(typeof __status === 'number' && { status: __status }),
  }
}

function takenOver(): Error {
  return notUndoable('another request has taken over this undo')
}
