import type { Authority } from '../../access/index.ts'
import { notAllowed } from '../../foundation/http/errors.ts'
import { originOf } from '../elements/actions/action.ts'
import { rightMissing } from '../elements/rights/refusals.ts'
import { keyTaken } from '../elements/rules/key-clash.ts'
import { type ImportDeps, importerOf } from './import-deps.ts'
import type { Import } from './imports.store.ts'
import { mapColumns, type Target } from './mapping.ts'
import { matchKeyOf } from './plan/match.ts'
import { type BatchPlan, type PlanSetting, planBatch } from './plan/plan-batch.ts'
import type { References } from './plan/references.ts'
import { problemOf } from './problem.ts'
import type { Row } from './read/row.ts'
import { writeBatch } from './write-batch.ts'

export interface BatchDeps extends ImportDeps {
  readonly columns: readonly string[]
  readonly references: References
}

export interface Applied {
  /** The import after the batch. */
  readonly imported: Import
  /** The number of rows that were processed. */
  readonly count: number
  readonly isStopped: boolean
}

/**
 * The number of attempts to write the same rows while others write the same elements. After these attempts, the batch
 * is halved, down to one row.
 */
const maxRaces = 3

/**
 * Plans and writes as many of the first rows as fit into one transaction. Rights are checked again for each batch.
 * Returns `lost` when another process has taken over the import.
 */
export async function applyBatch(deps: BatchDeps, imported: Import, batch: readonly Row[]): Promise<Applied | 'lost'> {
  const caller = await importerOf(deps, imported.userId)
  const opened = deps.open(caller, imported)
  const { application, visible, authority } = opened
  if (authority.rows('import') === false) throw rightMissing('import', application)
  const { targets } = mapColumns(deps.columns, visible, imported.settings)
  refuseUnwritable(targets, authority)
  const setting: PlanSetting = {
    reader: deps.database.reader,
    opened,
    openTarget: (namespace, code) =>
      opened.find(namespace, code) === undefined ? undefined : deps.open(caller, { namespace, code }),
    references: deps.references,
    targets,
    key: matchKeyOf(visible, imported.settings.key),
    unseenFiles: (ids) => deps.files.unseen(deps.database.reader, caller, ids),
    nowMs: deps.clock.nowMs(),
  }
  let rows = batch
  let refusal: Error | undefined
  for (let races = 0; ; ) {
    if (races > maxRaces) refusal = keyTaken(application, undefined)
    const plan = refusal === undefined ? await planBatch(setting, imported, rows) : failing(imported, rows[0]!, refusal)
    // The request that started the import is long over, so the history names the import instead.
    const requestId = imported.id
    const isPublished = imported.settings.withEventHandlers
    const origin = { ...originOf({ ...caller, requestId }, deps.clock), isPublished }
    const result = await writeBatch(deps, imported, { opened, plan, origin })
    if (result === 'lost') return 'lost'
    if (result === 'written') return applied(imported, plan)
    if (typeof result === 'object') {
      // One of the rows touches an element under a legal hold: only that row fails.
      if (rows.length === 1) refusal = result.held
      else rows = rows.slice(0, Math.ceil(rows.length / 2))
      continue
    }
    races++
    if (races < maxRaces || rows.length === 1) continue
    rows = rows.slice(0, Math.ceil(rows.length / 2))
    races = 0
  }
}

/**
 * Throws when the file has a column whose field the caller may not write, or may write in some elements only. An import
 * does not check rights to fields row by row.
 */
function refuseUnwritable(targets: readonly Target[], authority: Authority): void {
  for (const target of targets) {
    if ('field' in target && authority.field(target.field.code, 'write') !== true)
      throw notAllowed(
        `you may not change "${target.field.code}" by an import; leave the column "${target.column}" out`,
      )
  }
}

function applied(imported: Import, { outcomes, isStopped }: BatchPlan): Applied {
  const failed = imported.failed + outcomes.filter(({ result }) => result === 'failed').length
  const rowReached = outcomes.at(-1)!.row
  return { imported: { ...imported, failed, rowReached }, count: outcomes.length, isStopped }
}

/**
 * Returns a plan that fails the row. Used for a row that touches an element under a legal hold, and for a row that can't
 * be written although no clashing element was found: its unique key has parts that are not in the file.
 */
function failing({ failed, settings }: Import, { row }: Row, error: Error): BatchPlan {
  const outcomes = [{ row, result: 'failed' as const, error: error.message }]
  const isStopped = settings.failuresAllowed !== null && failed + 1 > settings.failuresAllowed
  return { outcomes, problems: [problemOf(error, row)], drafts: [], changes: [], trial: [], isStopped }
}
