import type { Database } from '../../../foundation/db/database.ts'
import { systemCaller } from '../../../people/index.ts'
import { correlationKey, type Effect, type Stimulus } from '../../engine/index.ts'
import { delayAfterMs, isFault, maxAttempts } from '../advance/platform-fault.ts'
import type { InputAlongside } from '../apply.ts'
import type { Delivered, DeliverThrown, DueHandler, DueRow } from '../execution.ts'
import type { Opened } from '../instance.ts'
import { deleteRow, postponeRow, type TakenRow } from './due.store.ts'

export interface PerformDeps {
  readonly database: Database
  readonly apply: (instance: string, input: InputAlongside) => Promise<Delivered>
  readonly deliverThrown: DeliverThrown
  readonly dueHandlers: readonly DueHandler[]
}

interface Details {
  readonly by?: string
  readonly stimulus?: Stimulus
  readonly event?: Extract<Effect, { readonly name: string }>
  readonly attempt?: number
}

type ThrownRow = Required<Pick<Details, 'by' | 'event'>>

/**
 * Returns a function that processes a due row of `process_wait`. After a fault of the platform, the row is due again
 * later and the function throws the fault.
 */
export function createPerform({
  database,
  apply,
  deliverThrown,
  dueHandlers,
}: PerformDeps): (row: TakenRow) => Promise<void> {
  async function processRow(row: TakenRow): Promise<void> {
    const handler = dueHandlers.find(({ kind }) => kind === row.kind)
    if (handler !== undefined) return handle(handler, row)
    const details = (typeof row.details === 'string' ? JSON.parse(row.details) : (row.details ?? {})) as Details
    if (row.kind === 'thrown') return throwEvent(row, details as ThrownRow)
    const { outcome } = await apply(row.instance, {
      ...inputOf(row, details),
      ...(details.by !== undefined && { caller: systemCaller(details.by) }),
      isLastAttempt: row.failures + 1 >= maxAttempts,
    })
    // The row is obsolete, because its wait no longer exists.
    if (outcome !== 'advanced') await deleteRow(database.single, row)
  }

  async function performRow(row: TakenRow): Promise<void> {
    try {
      await processRow(row)
    } catch (error) {
      if (isFault(error)) await postponeRow(database.single, row, delayAfterMs(row.failures + 1))
      throw error
    }
  }

  /** Lets a handler process a row once: the row is deleted in the same transaction. */
  async function handle(handler: DueHandler, row: TakenRow): Promise<void> {
    await database.transaction(async (tx) => {
      if (await deleteRow(tx, row)) await handler.handle(tx, dueRowOf(row))
    })
  }

  /** Delivers a message or signal once: the row is deleted in the transaction that delivers it. */
  async function throwEvent(row: TakenRow, { event, by }: ThrownRow): Promise<void> {
    await database.transaction(async (tx) => {
      if (!(await deleteRow(tx, row))) return
      const key = event.type === 'messageThrown' ? correlationKey(event.key) : null
      const { name, variables, element, taken = [] } = event as Extract<Effect, { type: 'messageThrown' }>
      await deliverThrown(tx, {
        type: event.type === 'messageThrown' ? 'message' : 'signal',
        name,
        variables,
        instance: row.instance,
        element,
        taken,
        by,
        ...(key !== null && { key }),
      })
    })
  }

  return performRow
}

function dueRowOf({ dueAt, heldUntil: _, failures: __, details, ...row }: TakenRow): DueRow {
  return { ...row, details: typeof details === 'string' ? JSON.parse(details) : details, dueAt: new Date(dueAt) }
}

/** Returns the input for an instance from a due row. */
function inputOf({ id, kind, element }: TakenRow, details: Details): InputAlongside {
  switch (kind) {
    case 'stimulus':
      return { stimulus: details.stimulus!, row: id }
    case 'rest':
      return { stimulus: { type: 'continue' }, row: id }
    case 'delegated':
      return {
        stimulus: { type: 'fail', wait: id, message: 'no answer came within the time limit', isFinal: true },
      }
    case 'job':
    case 'action':
    case 'sheet':
    case 'child': {
      const { due: _, ...rest } = details as Partial<Opened>
      return { resume: { ...rest, type: 'waitOpened', wait: id, kind, element } }
    }
    default:
      return { stimulus: { type: 'complete', wait: id } }
  }
}
