import type { Database } from '../../foundation/db/database.ts'
import { isUniqueViolation, LegalHold } from '../../foundation/db/failures.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import type { Application } from '../applications/application.ts'
import type { Numbering } from '../elements/numbering/numbering.ts'
import type { OpenedApplication } from '../elements/source/opened-application.ts'
import { changeElements, revisionsAfter } from '../elements/write/change-elements.store.ts'
import { insertElements, type NewElement, type WriteOrigin } from '../elements/write/insert-elements.store.ts'
import type { EventHook } from '../events/index.ts'
import type { Import } from './imports.store.ts'
import type { BatchPlan } from './plan/plan-batch.ts'
import { keepTrialEntries } from './plan/trial.store.ts'
import { recordRows } from './rows.store.ts'

/**
 * The result of writing a batch. `raced`: another writer changed the same elements or keys, and nothing was written.
 * `lost`: another process has taken over the import.
 */
export type WriteResult = 'written' | 'raced' | 'lost' | Held

/** The database refused the batch because of a legal hold, and nothing was written. */
interface Held {
  readonly held: PlatformError
}

interface WriteDeps {
  readonly database: Database
  readonly numbering: Numbering
  readonly events: EventHook
}

interface Batch {
  readonly opened: Pick<OpenedApplication, 'application' | 'source' | 'authority'>
  readonly plan: BatchPlan
  readonly origin: WriteOrigin
}

/** Writes the rows of a batch and the cursor in one transaction, so that each row is applied exactly once. */
export async function writeBatch(
  { database, numbering, events }: WriteDeps,
  imported: Import,
  { opened: { application, source, authority }, plan, origin }: Batch,
): Promise<WriteResult> {
  const { dryRun } = imported.settings
  const elements = dryRun ? [] : await numbered(numbering, application, plan)
  try {
    return await database.transaction(async (tx) => {
      if (!(await recordRows(tx, imported, plan.outcomes, plan.problems))) return 'lost'
      if (dryRun) await keepTrialEntries(tx, imported, plan.trial)
      else {
        const write = { source, application, origin }
        const changed = await changeElements(tx, { ...write, may: authority.rows('edit') }, plan.changes)
        if (changed.size < plan.changes.length) throw new Raced()
        // New elements are inserted last: the insert locks counters, and a transaction that holds counters must not
        // wait for the rows of elements.
        if (elements.length > 0) await insertElements(tx, write, elements, { withText: false })
        await events.written(tx, [
          ...revisionsAfter(application, plan.changes),
          ...revisionsAfter(application, elements),
        ])
      }
      return 'written'
    })
  } catch (error) {
    if (error instanceof Raced || isUniqueViolation(error, 'element_key_pkey')) return 'raced'
    if (error instanceof PlatformError && error.kind === LegalHold) return { held: error }
    throw error
  }
}

/** Thrown to roll the transaction back. */
class Raced extends Error {}

async function numbered(numbering: Numbering, application: Application, { drafts }: BatchPlan): Promise<NewElement[]> {
  if (drafts.length === 0) return []
  const first = await numbering.take(application.id, drafts.length)
  return drafts.map((draft, place) => ({ ...draft, index: first + place }))
}
