import type { Database, Transaction } from '../../../foundation/db/database.ts'
import { nilId } from '../../../foundation/kit/ids.ts'
import { systemCaller } from '../../../people/index.ts'
import { correlationKey, type Stimulus } from '../../engine/index.ts'
import type { SentEvent, StimulusOf } from '../advance/follow-ups.ts'
import { delayAfterMs, isFault, maxAttempts } from '../advance/platform-fault.ts'
import type { InputAlongside } from '../apply.ts'
import type { Delivered, DeliverThrown, DueHandler, DueRow, Execution, ThrownEvent } from '../execution.ts'
import type { Opened } from '../instance.ts'
import { deleteRow, deleteThrown, hasThrown, postponeRow, type TakenRow } from './due.store.ts'

export interface PerformDeps {
  readonly database: Database
  readonly apply: (instance: string, input: InputAlongside) => Promise<Delivered>
  readonly deliverThrown: DeliverThrown
  readonly enqueue: Execution['enqueue']
  readonly dueHandlers: readonly DueHandler[]
}

interface Details {
  readonly by?: string
  readonly stimulus?: Stimulus
  readonly events?: readonly SentEvent[]
  /** The only event of a row that an older version of the platform wrote. */
  readonly event?: SentEvent
  readonly end?: StimulusOf
  readonly attempt?: number
}

/**
 * Returns a function that processes a due row of `process_wait`. After a fault of the platform, the row is due again
 * later and the function throws the fault.
 */
export function createPerform({
  database,
  apply,
  deliverThrown,
  enqueue,
  dueHandlers,
}: PerformDeps): (row: TakenRow) => Promise<void> {
  async function processRow(row: TakenRow): Promise<void> {
    const handler = dueHandlers.find(({ kind }) => kind === row.kind)
    if (handler !== undefined) return handle(handler, row)
    const details = parsed(row.details)
    if (row.kind === 'thrown') return throwEvents(row, details)
    // The key is the id of the wait that the stimulus is for. If this is the wait for a called instance, the key is
    // also the id of the called instance.
    if (row.kind === 'stimulus' && row.key !== null) await throwEarlier(row.key)
    const { outcome } = await apply(row.instance, {
      ...inputOf(row, details),
      ...(details.by !== undefined && { caller: systemCaller(details.by) }),
      isLastAttempt: row.failures + 1 >= maxAttempts,
    })
    // The row is obsolete, for example because its wait no longer exists.
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

  /** Delivers what an instance sent, once: the row is deleted in the transaction that delivers it. */
  async function throwEvents(row: TakenRow, details: Details): Promise<void> {
    await database.transaction(async (tx) => {
      if (await deleteRow(tx, row)) await deliver(tx, row.instance, details)
    })
  }

  /**
   * Delivers what a called instance sent in earlier advances and is not delivered yet. Its caller must not learn of
   * the end before, because the boundary events of the call activity stop waiting then.
   */
  async function throwEarlier(called: string): Promise<void> {
    if (!(await hasThrown(database.single, called))) return
    await database.transaction(async (tx) => {
      for (const details of await deleteThrown(tx, called)) await deliver(tx, called, parsed(details))
    })
  }

  /** Delivers events of an instance. Then its caller learns of its end, if the instance has ended with them. */
  async function deliver(
    tx: Transaction,
    instance: string,
    { events, event, end, by = nilId }: Details,
  ): Promise<void> {
    for (const sent of events ?? [event!]) await deliverThrown(tx, thrownBy(instance, sent, by))
    if (end !== undefined) await enqueue(tx, { ...end, by })
  }

  return performRow
}

const parsed = (details: TakenRow['details']): Details =>
  typeof details === 'string' ? JSON.parse(details) : (details ?? {})

function thrownBy(instance: string, sent: SentEvent, by: string): ThrownEvent {
  const { name, variables, element, taken = [] } = sent
  const key = sent.type === 'messageThrown' ? correlationKey(sent.key) : null
  const type = sent.type === 'messageThrown' ? 'message' : 'signal'
  return { type, name, variables, instance, element, taken, by, ...(key !== null && { key }) }
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
    // A timer fires, or another wait ends because it is due.
    default:
      return { stimulus: { type: 'complete', wait: id } }
  }
}
