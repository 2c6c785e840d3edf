import { Bound, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Application } from '../../applications/application.ts'
import type { Requirement } from '../rights/change-requirements.ts'
import { isRegistered } from '../rights/identity-requirements.store.ts'
import { statusOfRegistered } from './statuses.ts'

/** The part of a change that gives a status: the status itself, or a status group with its first status. */
interface RequestedStatus {
  readonly status?: number
  readonly group?: { readonly id: string; readonly status: number }
}

/**
 * Returns the requirement that only a registered element gets the status of registered elements: without a number, the
 * status would be untrue. An element that has the status keeps it, also after its registration was annulled.
 */
export function statusRequirements(application: Application, { status, group }: RequestedStatus): Requirement[] {
  const target = statusOfRegistered(application)
  if (target === undefined || (status ?? group?.status) !== target.id) return []
  const registered = isRegistered(application.id)
  const stays = (row: Sql): Sql =>
    status === undefined
      ? sql`${row}.status_group = ${group!.id}::uuid`
      : sql`${row}.status = ${new Bound(status)}::int`
  return [{ of: { status: target }, met: (row) => sql`(${stays(row)} or ${registered(row)})` }]
}
