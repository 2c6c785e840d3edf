import { anyFilter, everyFilter, type RowFilter } from '../../../access/index.ts'
import type { Sql } from '../../../foundation/db/sql.ts'
import type { Caller } from '../../../people/index.ts'
import type { Templates } from '../../definition/index.ts'
import { ofSeenInstance, templateOf } from './messages.store.ts'

/** What a message or signal may reach. */
export interface Reach {
  /** Rows of `process_wait` that the message or signal may complete. */
  readonly waits: RowFilter
  /** Rows of `process_start` by which the message or signal may start instances. */
  readonly starts: RowFilter
}

/** Returns the predicate for instances that a caller sees, with rows of `process_instance`. */
export type VisibleInstances = (caller: Caller) => (row: Sql, ofMany: boolean) => Sql

/** The reach of messages and signals that instances or administrators send. */
export const everything: Reach = { waits: true, starts: true }

/**
 * Returns what a caller may reach. The right `message` covers all instances of a template. By default, it belongs to
 * callers who may start the template, for the instances that they see. An instance is started only with the right
 * `start`.
 */
export function reachOf(
  caller: Caller,
  { access }: Pick<Templates, 'access'>,
  visibleInstances: VisibleInstances,
): Reach {
  if (caller.administrator) return everything
  const starts = access.rows(caller, 'start', templateOf)
  const byDefault = everyFilter([
    access.withDefaultMessages(templateOf),
    starts,
    ofSeenInstance(visibleInstances(caller)),
  ])
  return { waits: anyFilter([access.rows(caller, 'message', templateOf), byDefault]), starts }
}
