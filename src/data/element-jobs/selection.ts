import type { RowFilter } from '../../access/index.ts'
import { rowFilterSql } from '../../access/index.ts'
import type { Sql } from '../../foundation/db/sql.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../../people/index.ts'
import { planSelection, readListRequest } from '../../query/index.ts'
import { statusConditions } from '../elements/read/status-conditions.ts'
import type { OpenedApplication } from '../elements/source/opened-application.ts'
import { nothingSelected } from '../errors.ts'

/** The selection of the elements of a job, in the form of a list request. */
export interface Selection {
  readonly ids?: unknown
  readonly filter?: unknown
  readonly active?: unknown
  readonly statusCode?: unknown
  readonly statusGroupId?: unknown
  readonly sortExpressions?: unknown
}

export interface SelectionOptions {
  /** The maximum number of elements. */
  readonly max: number
  /** The elements that may be selected; all visible elements by default. */
  readonly may?: RowFilter
}

/**
 * Returns a query for the selected elements that the caller can see, with the columns `id` and `position`. Throws
 * `job.nothing_selected` when the request has no ids, no filter and no status codes, and the errors of lists.
 */
export function selectElements(
  { application, source, find }: OpenedApplication,
  { ids, filter, active, statusCode, statusGroupId, sortExpressions }: Selection,
  { caller, clock }: { readonly caller: Caller; readonly clock: Clock },
  { max, may = true }: SelectionOptions,
): Sql {
  const request = readListRequest({ ids, filter, active, statusCode, statusGroupId, sortExpressions })
  if (request.ids.length === 0 && filter === undefined && request.statusCode.length === 0)
    throw nothingSelected('send the ids of the elements, or a filter; {} as the filter selects all elements', {
      field: 'filter',
    })
  return planSelection(request, source, {
    ...{ find, callerId: caller.userId, nowMs: clock.nowMs(), max },
    extra: statusConditions(application, request),
    ...(may !== true && { covered: (row) => rowFilterSql(may, row, true) }),
  })
}
